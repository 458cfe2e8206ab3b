import { getMetrics, getProductRevenue } from "../../core/metrics/queries";
import { MetricsQuery } from "../../core/metrics/schema";
import { partnerProcedure, router } from "../init";

export const metricsRouter = router({
  get: partnerProcedure
    .input(MetricsQuery)
    .query(({ ctx, input }) => getMetrics(ctx.call, { partnerId: ctx.partnerId, ...input })),

  byProduct: partnerProcedure
    .input(MetricsQuery.omit({ interval: true }))
    .query(({ ctx, input }) => getProductRevenue(ctx.call, { partnerId: ctx.partnerId, ...input })),
});
