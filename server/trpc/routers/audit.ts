import { listAudit, listAuditActors } from "../../core/audit/list";
import { AuditQuery } from "../../core/audit/schema";
import { partnerProcedure, router } from "../init";

export const auditRouter = router({
  list: partnerProcedure
    .input(AuditQuery)
    .query(({ ctx, input }) => listAudit(ctx.call, ctx.partnerId, input)),

  /** Who stands in the log, for the filter. */
  actors: partnerProcedure.query(({ ctx }) => listAuditActors(ctx.call, ctx.partnerId)),
});
