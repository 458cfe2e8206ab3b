import { z } from "zod";
import { sumCharges } from "../../core/charges/queries";
import { isId } from "../../core/kernel/ids";
import { getMetrics, getProductRevenue } from "../../core/metrics/queries";
import { Metrics, MetricsQuery, MetricsRevenue, ProductRevenue } from "../../core/metrics/schema";
import { findPartnerId } from "../../core/partners/queries";
import { getUsageSeries } from "../../core/usage/queries";
import { USAGE_INTERVALS, UsageQuery } from "../../core/usage/schema";
import { Id } from "../../core/values/text";
import { Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { METRICS, REVENUE_EXAMPLE } from "./metrics-tag";
import { listRankedPartners, readOverview } from "./overview";
import { PARTNER_NOT_FOUND, PARTNER_PARAM } from "./partner-code";

const OF_ONE = { params: PARTNER_PARAM, failures: PARTNER_NOT_FOUND } as const;

const PartnersMetrics = Metrics.extend({
  totals: Metrics.shape.totals
    .extend({
      revenue: z
        .array(
          MetricsRevenue.extend({
            estimatedShare: z
              .int()
              .describe("The partner's share of `net`, at the terms of each month and product"),
          }),
        )
        .describe("One entry per currency"),
    })
    .describe("Totals of all intervals"),
});

const getPartnersMetrics = platformEndpoint({
  id: "getMetrics",
  tag: METRICS,
  route: "GET /partners/{partner}/metrics",
  ...OF_ONE,
  summary: "Retrieve a partner's metrics",
  description:
    "Returns its customers, charges and revenue over time, by day, week or month. Dates are in UTC. `to` is the day after the last day. Every interval is returned, including empty ones; the first and last are clipped to the range. Revenue is reported per currency. Data is computed on each request, so poll every few minutes at most.",
  scope: "metrics:read",
  query: MetricsQuery,
  returns: PartnersMetrics,
  names: { query: "MetricsQuery", returns: "Metrics" },
  example: {
    from: "2026-10-01",
    to: "2026-11-01",
    interval: "month",
    series: [
      {
        from: "2026-10-01",
        to: "2026-11-01",
        customers: 128,
        new_customers: 3,
        revenue: [REVENUE_EXAMPLE],
      },
    ],
    totals: { new_customers: 3, revenue: [{ ...REVENUE_EXAMPLE, estimated_share: 499 }] },
  },
  run: async ({ ctx, params, query }) =>
    getMetrics(ctx, { partnerId: await findPartnerId(ctx, { code: params.partner }), ...query }),
});

const OfProducts = z.object({
  data: z
    .array(
      z.object({
        product: z
          .object({
            code: z.string().describe("The product's code"),
            name: z.string().describe("The product's name"),
          })
          .describe("The product"),
        ...ProductRevenue.omit({ product: true }).extend(MetricsRevenue.shape).shape,
      }),
    )
    .describe("Highest net revenue first within a currency"),
});

const getPartnersProducts = platformEndpoint({
  id: "getProductRevenue",
  tag: METRICS,
  route: "GET /partners/{partner}/metrics/products",
  ...OF_ONE,
  summary: "Retrieve a partner's revenue by product",
  description: "Returns the revenue of a range of days, by product and currency.",
  scope: "metrics:read",
  query: MetricsQuery.omit({ interval: true }),
  returns: OfProducts,
  names: { query: "ProductRevenueQuery", returns: "ProductRevenue" },
  example: { data: [{ product: { code: "basic", name: "Basic" }, ...REVENUE_EXAMPLE }] },
  run: async ({ ctx, params, query }) => {
    const partnerId = await findPartnerId(ctx, { code: params.partner });
    return { data: await getProductRevenue(ctx, { partnerId, ...query }) };
  },
});

const Revenues = z.object({
  data: z.array(MetricsRevenue.extend({})).describe("One item per currency"),
});

const getAccountRevenue = platformEndpoint({
  id: "getAccountRevenue",
  tag: METRICS,
  route: "GET /accounts/{id}/revenue",
  params: { id: "The account's ID; starts with `acc_`" },
  summary: "Retrieve a customer's revenue",
  description: "Sums up the charges and refunds that its partner of now has recorded for it.",
  scope: "charges:read",
  returns: Revenues,
  names: { returns: "AccountRevenue" },
  failures: { not_found: { error: "Customer not found." } },
  example: { data: [REVENUE_EXAMPLE] },
  run: async ({ ctx, params }) => ({ data: await sumCharges(ctx, { customerId: params.id }) }),
});

const Requests = z.int().min(0);
const UsagePoints = z.object({
  from: Timestamp.describe("Start of the first interval"),
  to: Timestamp.describe("End of the last interval"),
  interval: z.enum(Object.keys(USAGE_INTERVALS)).describe("Length of each interval"),
  points: z
    .array(
      z.object({
        at: Timestamp.describe("Start of the interval, in UTC"),
        succeeded: Requests.describe("Requests with a status below 400"),
        failed: Requests.describe("Requests with a status of 400 or more, except 429"),
        rateLimited: Requests.describe("Requests with the status 429"),
        peak: Requests.describe("Requests of the busiest minute of the interval"),
        peakTenSeconds: Requests.nullable().describe(
          "The most requests in ten seconds; null without `key_id`, or if it was not counted",
        ),
      }),
    )
    .describe("All intervals in order, including empty ones"),
});

const { from, to, interval } = UsageQuery.shape;
const getPartnersUsage = platformEndpoint({
  id: "getUsage",
  tag: METRICS,
  route: "GET /partners/{partner}/usage",
  ...OF_ONE,
  summary: "Retrieve a partner's requests over time",
  description:
    "Counts the requests of one key or of all keys of the partner, to the partners' API and to your own. Requests of the last seconds may be missing.",
  scope: "metrics:read",
  query: z.strictObject({
    keyId: Id.refine((id) => isId("key", id), "Must be a key ID.")
      .optional()
      .describe("Only requests with this key. Default: with all"),
    from: from.describe("From this moment on. Default: 24 hours before `to`"),
    to: to.describe("Before this moment. Default: now"),
    interval: interval.describe("Length of each interval"),
  }),
  returns: UsagePoints,
  names: { query: "UsageQuery", returns: "Usage" },
  example: {
    from: "2026-11-21T09:00:00.000Z",
    to: "2026-11-21T10:00:00.000Z",
    interval: "hour",
    points: [
      {
        at: "2026-11-21T09:00:00.000Z",
        succeeded: 1_204,
        failed: 3,
        rate_limited: 0,
        peak: 41,
        peak_ten_seconds: null,
      },
    ],
  },
  run: async ({ ctx, params, query }) =>
    getUsageSeries(ctx, {
      partnerId: await findPartnerId(ctx, { code: params.partner }),
      ...query,
    }),
});

export const PLATFORM_METRICS_ENDPOINTS: readonly Endpoint[] = [
  readOverview,
  listRankedPartners,
  getPartnersMetrics,
  getPartnersProducts,
  getPartnersUsage,
  getAccountRevenue,
];
