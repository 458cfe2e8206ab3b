import { getMetrics } from "../../core/metrics/queries";
import { Metrics, MetricsQuery } from "../../core/metrics/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Metrics", description: "Your customers and revenue over time." };

const readMetrics = endpoint({
  id: "getMetrics",
  tag: TAG,
  route: "GET /metrics",
  summary: "Retrieve metrics",
  description:
    "Returns customers, charges and revenue over time. Dates are in UTC. `to` is the day after the last day. Every interval is returned, including empty ones; the first and last are clipped to the range. Revenue is reported per currency. Data is computed on each request, so poll every few minutes at most.",
  scope: "metrics:read",
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
        revenue: [
          { currency: "EUR", charges: 3, gross: 2997, refunds: 1, refunded: 500, net: 2497 },
        ],
      },
      {
        from: "2026-11-20",
        to: "2026-11-21",
        customers: 128,
        new_customers: 1,
        revenue: [{ currency: "EUR", charges: 0, gross: 0, refunds: 0, refunded: 0, net: 0 }],
      },
    ],
    totals: {
      new_customers: 3,
      revenue: [
        {
          currency: "EUR",
          charges: 3,
          gross: 2997,
          refunds: 1,
          refunded: 500,
          net: 2497,
          estimated_share: 499,
        },
      ],
    },
  },
  run: ({ ctx, key, query }) => getMetrics(ctx, { partnerId: key.partner.id, ...query }),
});

export const METRICS_ENDPOINTS = [readMetrics];
