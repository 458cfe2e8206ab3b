import { z } from "zod";
import { createAlert, deleteAlert, updateAlert } from "../../core/alerts/mutations";
import { listAlerts } from "../../core/alerts/queries";
import { AlertCreate, AlertUpdate } from "../../core/alerts/schema";
import { Id } from "../../core/values/text";
import { callsWithPartner } from "../calls";
import { partnerProcedure, router, withSeen } from "../init";

/** The alerts that a partner sets itself. */
export const alertsRouter = router({
  list: partnerProcedure.query(callsWithPartner(listAlerts)),

  create: partnerProcedure.input(AlertCreate).mutation(callsWithPartner(createAlert)),

  /** Changes the threshold. */
  update: partnerProcedure
    .concat(withSeen("threshold"))
    .input(AlertUpdate)
    .mutation(({ ctx: { call, partnerId, expecting }, input }) =>
      updateAlert(call, { partnerId, ...expecting(input) }),
    ),

  delete: partnerProcedure
    .input(z.strictObject({ alertId: Id }))
    .mutation(callsWithPartner(deleteAlert)),
});
