import { getUsageOverview, getUsageSeries, getUsageSummary } from "../../core/usage/queries";
import { UsageQuery } from "../../core/usage/schema";
import { partnerProcedure, router } from "../init";

export const usageRouter = router({
  series: partnerProcedure
    .input(UsageQuery)
    .query(({ ctx, input }) => getUsageSeries(ctx.call, { partnerId: ctx.partnerId, ...input })),

  overview: partnerProcedure.query(({ ctx }) =>
    getUsageOverview(ctx.call, { partnerId: ctx.partnerId }),
  ),

  summary: partnerProcedure.query(({ ctx }) =>
    getUsageSummary(ctx.call, { partnerId: ctx.partnerId }),
  ),
});
