import { z } from "zod";
import { createAlert, deleteAlert, updateAlert } from "../../core/alerts/mutations";
import { listAlerts } from "../../core/alerts/queries";
import { AlertCreate, AlertUpdate } from "../../core/alerts/schema";
import { Id } from "../../core/values/text";
import { partnerProcedure, router } from "../init";

/** The alerts that a partner sets itself. */
export const alertsRouter = router({
  list: partnerProcedure.query(({ ctx }) => listAlerts(ctx.call, { partnerId: ctx.partnerId })),

  create: partnerProcedure
    .input(AlertCreate)
    .mutation(({ ctx, input }) => createAlert(ctx.call, { partnerId: ctx.partnerId, ...input })),

  /** Changes the threshold. */
  update: partnerProcedure
    .input(AlertUpdate)
    .mutation(({ ctx, input }) => updateAlert(ctx.call, { partnerId: ctx.partnerId, ...input })),

  delete: partnerProcedure
    .input(z.strictObject({ alertId: Id }))
    .mutation(({ ctx, input }) => deleteAlert(ctx.call, { partnerId: ctx.partnerId, ...input })),
});
