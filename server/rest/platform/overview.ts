import { z } from "zod";
import { readHome } from "../../core/home/queries";
import { PageQuery, pageOf } from "../../core/kernel/paging";
import { PartnerRanking, rankPartners } from "../../core/partners/ranking";
import { PartnerStatus } from "../../core/partners/schema";
import { line, TRIMMED } from "../../core/values/text";
import { Timestamp } from "../../core/values/time";
import { platformEndpoint } from "../endpoint";
import { METRICS } from "./metrics-tag";
import { InPartner } from "./partner-code";

const Count = z.int().min(0);
const CURRENCY = { currency: z.string().describe("ISO 4217 currency code") };
const Sums = z
  .array(
    z.object({
      ...CURRENCY,
      amount: z.int().describe("Charges less refunds, in minor units"),
    }),
  )
  .describe("Revenue of the last 30 days, less refunds, by currency");
const NAMED = { ...InPartner, name: z.string().describe("Display name of the partner") };

const RankedPartner = z.object({
  ...NAMED,
  status: PartnerStatus.describe("Account status"),
  userCount: Count.describe("Number of its customers that are not closed"),
  activeKeys: Count.describe("Number of its active keys"),
  revenue: Sums,
  lastUsedAt: Timestamp.nullable().describe("When one of its keys was last used; null: never"),
});

export const listRankedPartners = platformEndpoint({
  id: "listRankedPartners",
  tag: METRICS,
  route: "GET /metrics/partners",
  summary: "List partners by revenue or activity",
  description:
    "Returns the partners with their revenue of the last 30 days, less refunds, and their last activity. By revenue, they are sorted by that in the currency with the most charges. A partner whose place changes between two pages can be missing or come twice; sorted by `created`, each comes once.",
  scope: "metrics:read",
  etag: false,
  query: z.strictObject({
    ...PageQuery,
    sort: PartnerRanking.shape.sort
      .removeDefault()
      .default("-revenue")
      .describe("The order; a leading minus is descending. `used`: by last activity"),
    status: PartnerRanking.shape.status.describe("Only items with this status"),
    q: line(80)
      .optional()
      .describe(`Matches any part of the code or name, or the ID. Case-insensitive. ${TRIMMED}`),
  }),
  returns: pageOf(RankedPartner),
  names: { query: "RankingQuery", returns: "RankedPartnerList" },
  example: {
    data: [
      {
        partner: "acme",
        name: "Acme Resale",
        status: "active",
        user_count: 128,
        active_keys: 1,
        revenue: [{ currency: "EUR", amount: 2_497 }],
        last_used_at: "2026-11-22T10:26:52.113Z",
      },
    ],
    next_cursor: null,
  },
  run: async ({ ctx, query: { q: search, ...query } }) => {
    const page = await rankPartners(ctx, { search, ...query });
    return { ...page, data: page.data.map(({ code, ...one }) => ({ ...one, partner: code })) };
  },
});

const KEY = {
  id: z.string().describe("The key's ID; starts with `key_`"),
  label: z.string().describe("The key's name"),
  ...NAMED,
};

const Overview = z.object({
  traffic: z
    .array(
      z.object({
        at: Timestamp.describe("Start of the hour, in UTC"),
        succeeded: Count.describe("Requests with a status below 400"),
        failed: Count.describe("Requests with a status of 400 or more, except 429"),
        rateLimited: Count.describe("Requests with the status 429"),
      }),
    )
    .describe("Requests of all partners in the last 24 hours, the current one last"),
  revenue: z
    .object({
      from: z.string().describe("First day, in UTC"),
      to: z.string().describe("Day after the last day, in UTC"),
      currencies: z
        .array(
          z.object({
            ...CURRENCY,
            amount: z.int().describe("Charges less refunds, in minor units"),
            days: z.array(z.int()).describe("The same of each day, in order"),
          }),
        )
        .describe("Those with the most charges first"),
      partners: z
        .array(z.object({ ...NAMED, revenue: Sums }))
        .describe("The partners with the most revenue in the first currency"),
    })
    .describe("Revenue of all partners in the last 30 days, with today"),
  failingKeys: z
    .array(
      z.object({
        ...KEY,
        requests: Count.describe("All its requests"),
        failed: Count.describe("Those with a status of 400 or more, except 429"),
        rateLimited: Count.describe("Those with the status 429"),
      }),
    )
    .describe("Keys with many failed or rate-limited requests in the last hour"),
  decisions: z
    .object({
      limitRequests: Count.describe("Open limit requests"),
      leaked: z.array(z.object(KEY)).describe("The first active keys that were found in public"),
      leakedPlatformKeys: z
        .array(
          z.object({
            id: z.string().describe("The platform key's ID; starts with `pky_`"),
            label: z.string().describe("The platform key's name"),
          }),
        )
        .describe("The first active platform keys that were found in public"),
      pendingTransfers: Count.describe("Transfers that are pending"),
      interruptedImports: Count.describe("Imports that were interrupted"),
      unclosed: z
        .object({
          period: z.string().describe("The latest month that is over"),
          partners: Count.describe("Partners with charges in it for which it is not closed"),
        })
        .describe("Whether a month is to be closed"),
    })
    .describe("Things that wait for a decision"),
});

const OVERVIEW_PARTNER = { partner: "acme", name: "Acme Resale" };

/** A row that names its partner, as this API does. */
function onWire<Row extends { partner: { code: string; name: string } }>(row: Row) {
  return { ...row, partner: row.partner.code, name: row.partner.name };
}

export const readOverview = platformEndpoint({
  id: "getOverview",
  tag: METRICS,
  route: "GET /metrics/overview",
  summary: "Retrieve the overview",
  description:
    "Returns what the console's start page shows: requests and revenue of all partners, keys with problems, and things that wait for a decision. Data is computed on each request, so poll every minute at most.",
  scope: "metrics:read",
  etag: false,
  returns: Overview,
  names: { returns: "Overview" },
  example: {
    traffic: [{ at: "2026-11-21T09:00:00.000Z", succeeded: 1_204, failed: 3, rate_limited: 0 }],
    revenue: {
      from: "2026-10-23",
      to: "2026-11-22",
      currencies: [{ currency: "EUR", amount: 2_497, days: [2_497] }],
      partners: [{ ...OVERVIEW_PARTNER, revenue: [{ currency: "EUR", amount: 2_497 }] }],
    },
    failing_keys: [
      {
        id: "key_01jd5n8k3v0000000000000000",
        label: "Production",
        ...OVERVIEW_PARTNER,
        requests: 42,
        failed: 4,
        rate_limited: 3,
      },
    ],
    decisions: {
      limit_requests: 1,
      leaked: [],
      leaked_platform_keys: [],
      pending_transfers: 0,
      interrupted_imports: 0,
      unclosed: { period: "2026-10", partners: 0 },
    },
  },
  run: async ({ ctx }) => {
    const { traffic, revenue, failingKeys, decisions } = await readHome(ctx);
    const partners = revenue.partners.map(({ code, ...one }) => ({ ...one, partner: code }));
    return {
      traffic,
      revenue: { ...revenue, partners },
      failingKeys: failingKeys.map(onWire),
      decisions: { ...decisions, leaked: decisions.leaked.map(onWire) },
    };
  },
});
