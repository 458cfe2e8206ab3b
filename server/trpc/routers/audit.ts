import { listAudit, listAuditActors } from "../../core/audit/list";
import { listPlatformAudit } from "../../core/audit/platform";
import { AuditQuery, PlatformAuditQuery } from "../../core/audit/schema";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const auditRouter = router({
  list: partnerProcedure
    .input(AuditQuery)
    .query(({ ctx, input }) => listAudit(ctx.call, ctx.partnerId, input)),

  /** What was done anywhere. */
  listAll: operatorProcedure
    .input(PlatformAuditQuery.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listPlatformAudit(ctx.call, input)),

  /** Who stands in the log, for the filter. */
  actors: partnerProcedure.query(({ ctx }) => listAuditActors(ctx.call, ctx.partnerId)),
});
