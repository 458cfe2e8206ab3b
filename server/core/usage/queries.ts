import { Prisma } from "../../../prisma/client/client";
import { assertPartner } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { fail, refuse } from "../kernel/errors";
import { grantedScopes } from "../kernel/scopes";
import { isLive, keyView } from "../keys/view";
import { PEAK_TEN_SECONDS } from "./peaks";
import {
  type CallCounts,
  type KeyTraffic,
  type KeyUsageSummary,
  MAX_USAGE_POINTS,
  USAGE_INTERVALS,
  type UsageOverview,
  type UsagePoint,
  type UsageQuery,
  type UsageSeries,
  type UsageSummary,
} from "./schema";

const DEFAULT_MS = 24 * 3_600_000;

/**
 * A partner's calls over time by outcome, of one key or of all. Begins and ends on whole intervals.
 * Throws `validation_failed` for none or too many of them, and `not_found` for another partner's
 * key.
 */
export async function getUsageSeries(
  ctx: Ctx,
  { partnerId, ...query }: OfPartner & UsageQuery,
): Promise<UsageSeries> {
  assertPartner(ctx, partnerId);
  const { from, to, count, stepMs } = pointsOf(ctx.clock.now(), query);
  if (query.keyId !== undefined) await assertKey(ctx, partnerId, query.keyId);
  const minutes =
    query.keyId === undefined
      ? minutesOfPartner(partnerId, { from, to })
      : minutesOfKey(query.keyId, { from, to });
  const rows = await ctx.db.$queryRaw<UsagePoint[]>`
    SELECT date_trunc(${query.interval}, minute) AS at, sum(succeeded)::int AS succeeded,
           sum(failed)::int AS failed, sum(rate_limited)::int AS "rateLimited",
           max(succeeded + failed + rate_limited)::int AS peak,
           max(peak_ten_seconds)::int AS "peakTenSeconds"
    FROM (${minutes}) AS minutes WHERE minute >= ${from}::timestamptz GROUP BY 1`;
  const found = new Map(rows.map((row) => [row.at.getTime(), row]));
  const points = Array.from({ length: count }, (_, index) => {
    const atMs = from.getTime() + index * stepMs;
    const none = { succeeded: 0, failed: 0, rateLimited: 0, peak: 0 };
    const peakTenSeconds = query.keyId === undefined ? null : 0;
    return found.get(atMs) ?? { at: new Date(atMs), ...none, peakTenSeconds };
  });
  return { from, to, interval: query.interval, points };
}

type Span = { from: Date; to: Date };

function minutesOfPartner(partnerId: string, { from, to }: Span): Prisma.Sql {
  return Prisma.sql`
    SELECT u.minute, sum(u.succeeded) AS succeeded, sum(u.failed) AS failed,
           sum(u.rate_limited) AS rate_limited, NULL::int AS peak_ten_seconds
    FROM key_usage u JOIN api_keys k ON k.id = u.key_id
    WHERE k.partner_id = ${partnerId}
      AND u.minute >= ${from}::timestamptz AND u.minute < ${to}::timestamptz
    GROUP BY 1`;
}

// With the minute before, in which ten seconds may have begun.
function minutesOfKey(keyId: string, { from, to }: Span): Prisma.Sql {
  const first = new Date(from.getTime() - USAGE_INTERVALS.minute);
  return Prisma.sql`
    SELECT u.minute, u.succeeded, u.failed, u.rate_limited, ${PEAK_TEN_SECONDS} AS peak_ten_seconds
    FROM key_usage u
    WHERE u.key_id = ${keyId} AND u.minute >= ${first}::timestamptz AND u.minute < ${to}::timestamptz
    WINDOW minutes AS (ORDER BY u.minute)`;
}

function pointsOf(now: Date, query: UsageQuery) {
  const stepMs = USAGE_INTERVALS[query.interval];
  const to = roundUp(query.to ?? now, stepMs);
  const from = roundDown(query.from ?? new Date(to.getTime() - DEFAULT_MS), stepMs);
  const count = (to.getTime() - from.getTime()) / stepMs;
  if (count < 1) refuse({ path: "to", message: "Must be after `from`." });
  if (count > MAX_USAGE_POINTS) {
    const message = `More than ${MAX_USAGE_POINTS} intervals. Use a longer interval or a shorter range.`;
    refuse({ path: "interval", message });
  }
  return { from, to, count, stepMs };
}

function roundDown(instant: Date, stepMs: number): Date {
  return new Date(Math.floor(instant.getTime() / stepMs) * stepMs);
}

function roundUp(instant: Date, stepMs: number): Date {
  return new Date(Math.ceil(instant.getTime() / stepMs) * stepMs);
}

async function assertKey(ctx: Ctx, partnerId: string, keyId: string): Promise<void> {
  const key = await ctx.db.apiKey.findFirst({
    where: { id: keyId, partnerId },
    select: { id: true },
  });
  if (!key) fail("not_found", { message: "API key not found." });
}

const HOUR_MS = 3_600_000;

const HOURS = 24;

const UNUSED_AFTER_MS = 30 * 24 * HOUR_MS;

type KeyRow = {
  id: string;
  scopes: string[];
  createdAt: Date;
  scopeUses: { scope: string; lastUsedAt: Date }[];
};

type Calls = CallCounts & { hours: number[] };

/** `limitedAt`: the last minute with a 429. */
type HourRow = CallCounts & { keyId: string; hour: Date; limitedAt: Date | null };

/**
 * The last 24 hours of a partner's keys, including revoked and expired ones; of more than 1,000,
 * those that were used last.
 */
export async function getUsageSummary(ctx: Ctx, { partnerId }: OfPartner): Promise<UsageSummary> {
  assertPartner(ctx, partnerId);
  const now = ctx.clock.now();
  const from = usageStart(now);
  const [keys, { byKey, limitedAt: _, ...day }] = await Promise.all([
    readKeys(ctx, partnerId),
    readDay(ctx, { partnerId, from }),
  ]);
  return {
    ...day,
    keys: keys.map((key) => keySummary(key, byKey.get(key.id) ?? sumUp([], from), now)),
  };
}

const MAX_BUSIEST = 5;
const MAX_LIMITED = 10;

/** From this share of 429s on, a key counts as rate limited; a smaller share can be chance. */
const LIMITED_FROM = 0.01;

/** The last 24 hours of a partner: all calls, and the keys that stand out. */
export async function getUsageOverview(ctx: Ctx, { partnerId }: OfPartner): Promise<UsageOverview> {
  assertPartner(ctx, partnerId);
  const now = ctx.clock.now();
  const { byKey, limitedAt, ...day } = await readDay(ctx, { partnerId, from: usageStart(now) });
  const used = [...byKey].sort(([a, x], [b, y]) => totalOf(y) - totalOf(x) || (a < b ? -1 : 1));
  const busiest = used.slice(0, MAX_BUSIEST);
  const refused = used.filter(([, calls]) => limitedShare(calls) >= LIMITED_FROM);
  const keys = await ctx.db.apiKey.findMany({
    where: { partnerId, id: { in: [...busiest, ...refused].map(([id]) => id) } },
  });
  const rows = new Map(keys.map((row) => [row.id, row]));
  const trafficOf = ([id, calls]: [string, Calls]): KeyTraffic[] => {
    const row = rows.get(id);
    if (!row) return [];
    const { label, tail, perMinute } = keyView(row, now);
    return [
      { key: { id, label, tail, perMinute }, ...calls, limitedAt: limitedAt.get(id) ?? null },
    ];
  };
  const isLimited = (id: string) => {
    const row = rows.get(id);
    return row !== undefined && isLive(row, now);
  };
  const limited = refused
    .filter(([id]) => isLimited(id))
    .sort(([, x], [, y]) => limitedShare(y) - limitedShare(x));
  return {
    ...day,
    isUsed: used.length > 0 || (await isEverUsed(ctx, partnerId)),
    busiest: busiest.flatMap(trafficOf),
    limited: limited.slice(0, MAX_LIMITED).flatMap(trafficOf),
    hasMoreLimited: limited.length > MAX_LIMITED,
  };
}

const totalOf = ({ succeeded, failed, rateLimited }: CallCounts) =>
  succeeded + failed + rateLimited;

function limitedShare(calls: CallCounts): number {
  const total = totalOf(calls);
  return total === 0 ? 0 : calls.rateLimited / total;
}

async function isEverUsed(ctx: Ctx, partnerId: string): Promise<boolean> {
  const used = await ctx.db.apiKey.findFirst({
    where: { partnerId, lastUsedAt: { not: null } },
    // In any other order, PostgreSQL might look for one among the keys of all partners.
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });
  return used !== null;
}

/** The start of the last 24 hours, including the current one. */
export function usageStart(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1 - HOURS) * HOUR_MS);
}

function readKeys(ctx: Ctx, partnerId: string): Promise<KeyRow[]> {
  return ctx.db.apiKey.findMany({
    where: { partnerId },
    // A partner has at most 1,000 active keys, so these are all that were used today.
    orderBy: [{ lastUsedAt: { sort: "desc", nulls: "last" } }, { id: "desc" }],
    take: 1000,
    select: {
      id: true,
      scopes: true,
      createdAt: true,
      scopeUses: { select: { scope: true, lastUsedAt: true } },
    },
  });
}

/** The 24 hours from `from` on: the calls of the partner, and of each of its keys that was called. */
async function readDay(ctx: Ctx, { partnerId, from }: OfPartner & { from: Date }) {
  const rows = await ctx.db.$queryRaw<HourRow[]>`
    SELECT u.key_id AS "keyId", date_trunc('hour', u.minute) AS hour, sum(u.succeeded)::int AS succeeded,
           sum(u.failed)::int AS failed, sum(u.rate_limited)::int AS "rateLimited",
           max(u.minute) FILTER (WHERE u.rate_limited > 0) AS "limitedAt"
    FROM key_usage u JOIN api_keys k ON k.id = u.key_id
    WHERE k.partner_id = ${partnerId} AND u.minute >= ${from}::timestamptz
    GROUP BY 1, 2`;
  const hours = new Map<string, HourRow[]>();
  for (const row of rows) hours.set(row.keyId, [...(hours.get(row.keyId) ?? []), row]);
  return {
    from,
    partner: sumUp(rows, from),
    byKey: new Map([...hours].map(([keyId, own]) => [keyId, sumUp(own, from)])),
    limitedAt: new Map(
      rows
        .toSorted((a, b) => a.hour.getTime() - b.hour.getTime())
        .flatMap(({ keyId, limitedAt }) => (limitedAt ? [[keyId, limitedAt] as const] : [])),
    ),
  };
}

function sumUp(rows: readonly HourRow[], from: Date): Calls {
  const sum = { succeeded: 0, failed: 0, rateLimited: 0, hours: Array<number>(HOURS).fill(0) };
  for (const { hour, succeeded, failed, rateLimited } of rows) {
    sum.succeeded += succeeded;
    sum.failed += failed;
    sum.rateLimited += rateLimited;
    const index = (hour.getTime() - from.getTime()) / HOUR_MS;
    sum.hours[index] = (sum.hours[index] ?? 0) + succeeded + failed + rateLimited;
  }
  return sum;
}

function keySummary(key: KeyRow, sum: Calls, now: Date): KeyUsageSummary {
  return { keyId: key.id, ...sum, unusedScopes: unusedScopes(key, now) };
}

// Empty for a newer key, which has not had time to use its scopes.
function unusedScopes(key: KeyRow, now: Date): string[] {
  const since = new Date(now.getTime() - UNUSED_AFTER_MS);
  if (key.createdAt > since) return [];
  const used = new Set(
    key.scopeUses.filter(({ lastUsedAt }) => lastUsedAt > since).map(({ scope }) => scope),
  );
  return grantedScopes(key.scopes).filter((scope) => !used.has(scope));
}
