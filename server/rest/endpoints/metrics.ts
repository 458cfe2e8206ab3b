import { getMetrics } from "../../core/metrics/queries";
import { Metrics, MetricsQuery } from "../../core/metrics/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Metrics", description: "Your business over time." };

export const readMetrics = endpoint({
  id: "getMetrics",
  tag: TAG,
  method: "GET",
  path: "/metrics",
  summary: "Read your customers, charges and revenue over time",
  description:
    "Days are UTC's; `to` is not part of the answer. Every interval is there, also where nothing happened, and the first and last are cut off at `from` and `to`. Revenue is given for each currency and never added across. Computed at each call: polling more often than once every few minutes is not useful.",
  scope: "metrics:read",
  etag: true,
  cacheControl: "private, max-age=60",
  query: MetricsQuery,
  returns: Metrics,
  names: { query: "MetricsQuery", returns: "Metrics" },
  example: {
    from: "2026-11-19",
    to: "2026-11-21",
    interval: "day",
    series: [
      {
        from: "2026-11-19",
        to: "2026-11-20",
        customers: 127,
        new_customers: 2,
        revenue: [{ currency: "EUR", charges: 3, gross: 2997 }],
      },
      {
        from: "2026-11-20",
        to: "2026-11-21",
        customers: 128,
        new_customers: 1,
        revenue: [{ currency: "EUR", charges: 0, gross: 0 }],
      },
    ],
    totals: {
      new_customers: 3,
      revenue: [{ currency: "EUR", charges: 3, gross: 2997, estimated_share: 599 }],
    },
  },
  run: ({ ctx, key, query }) => getMetrics(ctx, { partnerId: key.partner.id, ...query }),
});
