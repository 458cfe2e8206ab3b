import { assertPartner } from "../access";
import type { Ctx } from "../actor";
import { isScope, type Scope } from "../keys/scopes";
import type { CallCounts, KeyUsageSummary, UsageSummary } from "./schema";

const HOUR_MS = 3_600_000;
const HOURS = 24;
const UNUSED_AFTER_MS = 30 * 24 * HOUR_MS;

type KeyRow = {
  id: string;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  scopeUses: { scope: string; lastUsedAt: Date }[];
};
type HourRow = CallCounts & { keyId: string; hour: Date };

/** The last 24 hours of all of a partner's keys, dead ones too. */
export async function getUsageSummary(ctx: Ctx, partnerId: string): Promise<UsageSummary> {
  assertPartner(ctx, partnerId);
  const now = ctx.clock.now();
  const toMs = (Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS;
  const from = new Date(toMs - HOURS * HOUR_MS);
  const [keys, rows] = await Promise.all([
    readKeys(ctx, partnerId),
    ctx.db.$queryRaw<HourRow[]>`
      SELECT u.key_id AS "keyId", date_trunc('hour', u.minute) AS hour, sum(u.succeeded)::int AS succeeded,
             sum(u.failed)::int AS failed, sum(u.rate_limited)::int AS "rateLimited"
      FROM key_usage u JOIN api_keys k ON k.id = u.key_id
      WHERE k.partner_id = ${partnerId} AND u.minute >= ${from}::timestamptz
      GROUP BY 1, 2`,
  ]);
  const byKey = new Map<string, HourRow[]>();
  for (const row of rows) byKey.set(row.keyId, [...(byKey.get(row.keyId) ?? []), row]);
  return {
    from,
    to: new Date(toMs),
    partner: sumUp(rows, from),
    keys: keys.map((key) => keySummary(key, sumUp(byKey.get(key.id) ?? [], from), now)),
  };
}

function readKeys(ctx: Ctx, partnerId: string): Promise<KeyRow[]> {
  return ctx.db.apiKey.findMany({
    where: { partnerId },
    orderBy: { id: "desc" },
    take: 1000,
    select: {
      ...{ id: true, scopes: true, createdAt: true, lastUsedAt: true, lastUsedAddress: true },
      scopeUses: { select: { scope: true, lastUsedAt: true } },
    },
  });
}

function sumUp(rows: readonly HourRow[], from: Date): CallCounts & { hours: number[] } {
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

function keySummary(
  key: KeyRow,
  sum: CallCounts & { hours: number[] },
  now: Date,
): KeyUsageSummary {
  const { id, lastUsedAt, lastUsedAddress } = key;
  return { keyId: id, ...sum, lastUsedAt, lastUsedAddress, unusedScopes: unusedScopes(key, now) };
}

// A key that is younger has had no time to use what it holds.
function unusedScopes(key: KeyRow, now: Date): Scope[] {
  const since = new Date(now.getTime() - UNUSED_AFTER_MS);
  if (key.createdAt > since) return [];
  const used = new Set(
    key.scopeUses.filter(({ lastUsedAt }) => lastUsedAt > since).map(({ scope }) => scope),
  );
  return key.scopes.filter(isScope).filter((scope) => !used.has(scope));
}
