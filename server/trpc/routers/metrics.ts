import { MetricsQuery } from "../../core/metrics/schema";
import { getMetrics, getProductRevenue } from "../../core/metrics/service";
import { partnerProcedure, router } from "../init";

export const metricsRouter = router({
  get: partnerProcedure
    .input(MetricsQuery)
    .query(({ ctx, input }) => getMetrics(ctx.call, ctx.partnerId, input)),

  byProduct: partnerProcedure
    .input(MetricsQuery.omit({ interval: true }))
    .query(({ ctx, input }) => getProductRevenue(ctx.call, ctx.partnerId, input)),
});
