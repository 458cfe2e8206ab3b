import { UsageQuery } from "../../core/usage/schema";
import { getUsageSeries } from "../../core/usage/series";
import { getUsageSummary } from "../../core/usage/summary";
import { partnerProcedure, router } from "../init";

/** How the partner's keys are used. */
export const usageRouter = router({
  series: partnerProcedure
    .input(UsageQuery)
    .query(({ ctx, input }) => getUsageSeries(ctx.call, ctx.partnerId, input)),

  summary: partnerProcedure.query(({ ctx }) => getUsageSummary(ctx.call, ctx.partnerId)),
});
