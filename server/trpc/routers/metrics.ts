import { getMetrics, getProductRevenue } from "../../core/metrics/queries";
import { MetricsQuery } from "../../core/metrics/schema";
import { callsWithPartner } from "../calls";
import { partnerProcedure, router } from "../init";

export const metricsRouter = router({
  get: partnerProcedure.input(MetricsQuery).query(callsWithPartner(getMetrics)),

  byProduct: partnerProcedure
    .input(MetricsQuery.omit({ interval: true }))
    .query(callsWithPartner(getProductRevenue)),
});
