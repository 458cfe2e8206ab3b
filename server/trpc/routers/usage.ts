import { getUsageOverview, getUsageSeries, getUsageSummary } from "../../core/usage/queries";
import { UsageQuery } from "../../core/usage/schema";
import { callsWithPartner } from "../calls";
import { partnerProcedure, router } from "../init";

export const usageRouter = router({
  series: partnerProcedure.input(UsageQuery).query(callsWithPartner(getUsageSeries)),

  overview: partnerProcedure.query(callsWithPartner(getUsageOverview)),

  summary: partnerProcedure.query(callsWithPartner(getUsageSummary)),
});
