import { assertOperator } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { isFromFuture } from "../kernel/from-future";
import { liveSql } from "../keys/live-sql";
import { periodOf, previousPeriod } from "../values/period";
import { readRevenue } from "./revenue";
import type { Decisions, FailingKey, FirstSteps, Home, TrafficHour } from "./schema";

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** The data of the operators' overview, in one read; for operators. */
export async function readHome(ctx: Ctx): Promise<Home> {
  assertOperator(ctx);
  const [traffic, revenue, failingKeys, decisions, steps] = await Promise.all([
    readTraffic(ctx),
    readRevenue(ctx),
    readFailingKeys(ctx),
    readDecisions(ctx),
    readSteps(ctx),
  ]);
  return { traffic, revenue, failingKeys, decisions, steps };
}

async function readTraffic(ctx: Ctx): Promise<TrafficHour[]> {
  const nowMs = Math.floor(ctx.clock.now().getTime() / HOUR_MS) * HOUR_MS;
  const from = new Date(nowMs - (HOURS - 1) * HOUR_MS);
  const rows = await ctx.db.$queryRaw<TrafficHour[]>`
    SELECT hour AS at, sum(succeeded)::float8 AS succeeded, sum(failed)::float8 AS failed,
           sum(rate_limited)::float8 AS "rateLimited"
    FROM usage_hours WHERE hour >= ${from}::timestamptz GROUP BY 1`;
  const found = new Map(rows.map((row) => [row.at.getTime(), row]));
  return Array.from({ length: HOURS }, (_, index) => {
    const at = new Date(from.getTime() + index * HOUR_MS);
    return found.get(at.getTime()) ?? { at, succeeded: 0, failed: 0, rateLimited: 0 };
  });
}

const MAX_KEYS = 5;
/** Fewer requests, or a smaller share of them, can be chance. */
const MIN_REQUESTS = 20;
const MIN_SHARE = 0.05;

/** The keys with most trouble in the last hour. */
async function readFailingKeys(ctx: Ctx): Promise<FailingKey[]> {
  const from = new Date(ctx.clock.now().getTime() - HOUR_MS);
  type Row = Omit<FailingKey, "partner"> & { code: string; name: string };
  const rows = await ctx.db.$queryRaw<Row[]>`
    WITH sums AS (
      SELECT key_id, sum(succeeded + failed + rate_limited)::int AS requests,
             sum(failed)::int AS failed, sum(rate_limited)::int AS rate_limited
      FROM key_usage WHERE minute >= ${from}::timestamptz AND NOT ${isFromFuture("minute")} GROUP BY 1
    )
    SELECT k.id, k.label, p.code, p.name, requests, failed, rate_limited AS "rateLimited"
    FROM sums JOIN api_keys k ON k.id = key_id JOIN partners p ON p.id = k.partner_id
    WHERE requests >= ${MIN_REQUESTS} AND failed + rate_limited >= requests * ${MIN_SHARE}::float8
    ORDER BY failed + rate_limited DESC, k.id LIMIT ${MAX_KEYS}`;
  return rows.map(({ code, name, ...row }) => ({ ...row, partner: { code, name } }));
}

/** As in the list of imports. */
const SILENCE_MS = 10 * 60_000;

async function readLeaked(ctx: Ctx): Promise<Decisions["leaked"]> {
  const rows = await ctx.db.$queryRaw<{ id: string; label: string; code: string; name: string }[]>`
    SELECT k.id, k.label, p.code, p.name FROM api_keys k JOIN partners p ON p.id = k.partner_id
    WHERE k.leaked_at IS NOT NULL AND ${liveSql(ctx.clock.now())}
    ORDER BY k.leaked_at, k.id LIMIT ${MAX_KEYS}`;
  return rows.map(({ code, name, ...key }) => ({ ...key, partner: { code, name } }));
}

async function readLeakedPlatformKeys(ctx: Ctx): Promise<Decisions["leakedPlatformKeys"]> {
  return ctx.db.$queryRaw`
    SELECT k.id, k.label FROM platform_keys k
    WHERE k.leaked_at IS NOT NULL AND ${liveSql(ctx.clock.now())}
    ORDER BY k.leaked_at, k.id LIMIT ${MAX_KEYS}`;
}

async function readDecisions(ctx: Ctx): Promise<Decisions> {
  const now = ctx.clock.now();
  const period = previousPeriod(periodOf(now));
  const silentSince = new Date(now.getTime() - SILENCE_MS);
  const silentUntil = new Date(now.getTime() + SILENCE_MS);
  type Row = Omit<Decisions, "unclosed" | "leaked" | "leakedPlatformKeys"> & { partners: number };
  const [leaked, leakedPlatformKeys] = await Promise.all([
    readLeaked(ctx),
    readLeakedPlatformKeys(ctx),
  ]);
  const [row] = await ctx.db.$queryRaw<Row[]>`
    SELECT
      (SELECT count(*) FROM limit_requests WHERE status = 'open')::int AS "limitRequests",
      (SELECT count(*) FROM transfers WHERE status = 'pending')::int AS "pendingTransfers",
      (SELECT count(*) FROM import_runs WHERE finished_at IS NULL
        AND coalesce(moved_at, started_at) NOT BETWEEN ${silentSince}::timestamptz
          AND ${silentUntil}::timestamptz)::int AS "interruptedImports",
      (SELECT count(*) FROM partners p WHERE EXISTS (
          SELECT 1 FROM charge_days d WHERE d.partner_id = p.id AND charges > 0
            AND d.day >= (${period} || '-01')::date
            AND d.day < (${period} || '-01')::date + interval '1 month'
            AND NOT EXISTS (SELECT 1 FROM payouts o WHERE o.partner_id = p.id
              AND o.period = ${period} AND o.currency = d.currency)))::int AS partners`;
  const { partners = 0, ...counts } = row ?? NONE;
  return { ...counts, leaked, leakedPlatformKeys, unclosed: { period, partners } };
}

const NONE = {
  limitRequests: 0,
  pendingTransfers: 0,
  interruptedImports: 0,
  partners: 0,
};

async function readSteps(ctx: Ctx): Promise<FirstSteps> {
  const newest = ctx.db.partner.findFirst({
    orderBy: { id: "desc" },
    select: { code: true, name: true },
  });
  const [partner, product, member, key] = await Promise.all([
    newest,
    ctx.db.product.findFirst({ select: { id: true } }),
    ctx.db.user.findFirst({ where: { partnerId: { not: null } }, select: { id: true } }),
    ctx.db.apiKey.findFirst({ where: { lastUsedAt: { not: null } }, select: { id: true } }),
  ]);
  return {
    hasProduct: product !== null,
    hasPartner: partner !== null,
    hasMember: member !== null,
    hasCall: key !== null,
    partner,
  };
}
