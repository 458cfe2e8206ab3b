import { Prisma } from "../../../prisma/client/client";
import { assertPartner } from "../access";
import type { Ctx } from "../actor";
import { fail, refuse } from "../errors";
import {
  MAX_USAGE_POINTS,
  USAGE_INTERVALS,
  type UsagePoint,
  type UsageQuery,
  type UsageSeries,
} from "./schema";

const DEFAULT_MS = 24 * 3_600_000;

/**
 * How a partner's calls were answered over time, of one key or of all. Begins and ends on whole
 * intervals. Throws `validation_failed` for none or too many of them, `not_found` for another partner's key.
 */
export async function getUsageSeries(
  ctx: Ctx,
  partnerId: string,
  query: UsageQuery,
): Promise<UsageSeries> {
  assertPartner(ctx, partnerId);
  const { from, to, count, stepMs } = pointsOf(ctx.clock.now(), query);
  if (query.keyId !== undefined) await assertKey(ctx, partnerId, query.keyId);
  const key = query.keyId === undefined ? [] : [Prisma.sql`k.id = ${query.keyId}`];
  const rows = await ctx.db.$queryRaw<UsagePoint[]>`
    SELECT date_trunc(${query.interval}, minute) AS at, sum(succeeded)::int AS succeeded,
           sum(failed)::int AS failed, sum(rate_limited)::int AS "rateLimited",
           max(succeeded + failed + rate_limited)::int AS peak
    FROM (
      SELECT u.minute, sum(u.succeeded) AS succeeded, sum(u.failed) AS failed,
             sum(u.rate_limited) AS rate_limited
      FROM key_usage u JOIN api_keys k ON k.id = u.key_id
      WHERE ${Prisma.join([Prisma.sql`k.partner_id = ${partnerId}`, ...key], " AND ")}
        AND u.minute >= ${from}::timestamptz AND u.minute < ${to}::timestamptz
      GROUP BY 1
    ) AS minutes
    GROUP BY 1`;
  const found = new Map(rows.map((row) => [row.at.getTime(), row]));
  const points = Array.from({ length: count }, (_, index) => {
    const atMs = from.getTime() + index * stepMs;
    const none = { at: new Date(atMs), succeeded: 0, failed: 0, rateLimited: 0, peak: 0 };
    return found.get(atMs) ?? none;
  });
  return { from, to, interval: query.interval, points };
}

function pointsOf(now: Date, query: UsageQuery) {
  const stepMs = USAGE_INTERVALS[query.interval];
  const to = upTo(query.to ?? now, stepMs);
  const from = downTo(query.from ?? new Date(to.getTime() - DEFAULT_MS), stepMs);
  const count = (to.getTime() - from.getTime()) / stepMs;
  if (count < 1) refuse({ path: "to", message: "must lie after `from`" });
  if (count > MAX_USAGE_POINTS) {
    const message = `at most ${MAX_USAGE_POINTS} points: ask for longer intervals or less time`;
    refuse({ path: "interval", message });
  }
  return { from, to, count, stepMs };
}

function downTo(instant: Date, stepMs: number): Date {
  return new Date(Math.floor(instant.getTime() / stepMs) * stepMs);
}

function upTo(instant: Date, stepMs: number): Date {
  return new Date(Math.ceil(instant.getTime() / stepMs) * stepMs);
}

async function assertKey(ctx: Ctx, partnerId: string, keyId: string): Promise<void> {
  const key = await ctx.db.apiKey.findFirst({
    where: { id: keyId, partnerId },
    select: { id: true },
  });
  if (!key) fail("not_found", { message: "no such api key" });
}
