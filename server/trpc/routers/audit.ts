import { listAudit, listAuditChoices, listPlatformAudit } from "../../core/audit/queries";
import { AuditQuery, PlatformAuditQuery } from "../../core/audit/schema";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const auditRouter = router({
  list: partnerProcedure
    .input(AuditQuery.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listAudit(ctx.call, { partnerId: ctx.partnerId, ...input })),

  /** The events of all accounts. */
  listAll: operatorProcedure
    .input(PlatformAuditQuery.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listPlatformAudit(ctx.call, input)),

  /** The values for the log's filters. */
  choices: partnerProcedure.query(({ ctx }) =>
    listAuditChoices(ctx.call, { partnerId: ctx.partnerId }),
  ),
});
