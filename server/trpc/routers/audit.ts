import { listAudit, listAuditChoices, listPlatformAudit } from "../../core/audit/queries";
import { AuditQuery, PlatformAuditQuery } from "../../core/audit/schema";
import { calls, callsWithPartner } from "../calls";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const auditRouter = router({
  list: partnerProcedure
    .input(AuditQuery.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listAudit)),

  /** The events of all accounts. */
  listAll: operatorProcedure
    .input(PlatformAuditQuery.extend(FORWARD).transform(onward))
    .query(calls(listPlatformAudit)),

  /** The values for the log's filters. */
  choices: partnerProcedure.query(callsWithPartner(listAuditChoices)),
});
