import { Prisma } from "../../../prisma/client/client";
import { assertPartner } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import type { CallCounts } from "../usage/schema";
import type { RequestFilter } from "./schema";
import type { Unlisted } from "./view";

type Outcome = keyof CallCounts;

const NONE: Unlisted = { least: 0, most: 0, isComplete: true };

/**
 * Counts the requests that the log left out of the list. The counts are per key, minute and
 * outcome: where a filter is finer than these, they give only bounds.
 */
export async function countUnlisted(
  ctx: Ctx,
  { partnerId, ...filter }: OfPartner & RequestFilter,
): Promise<Unlisted> {
  assertPartner(ctx, partnerId);
  const { keyId, from, to } = filter;
  const oldest = await oldestMinute(ctx, partnerId);
  if (oldest === null) return NONE;
  const first = from && from > oldest ? from : oldest;
  const key = keyId === undefined ? Prisma.sql`TRUE` : Prisma.sql`k.id = ${keyId}`;
  const [row] = await ctx.db.$queryRaw<Row[]>`
    SELECT ${sums("whole", Prisma.sql`u.minute >= ${first} AND ${endsBefore(to)}`)},
           ${sums("touched", Prisma.sql`TRUE`)},
           coalesce(bool_and(u.unlisted_succeeded IS NOT NULL), TRUE) AS "isComplete"
    FROM key_usage u JOIN api_keys k ON k.id = u.key_id
    WHERE k.partner_id = ${partnerId} AND ${key}
      AND u.minute > ${new Date(first.getTime() - MINUTE_MS)}::timestamptz
      AND ${to ? Prisma.sql`u.minute < ${to}::timestamptz` : Prisma.sql`TRUE`}`;
  return row ? boundsOf(row, filter) : NONE;
}

const MINUTE_MS = 60_000;

/** `whole`: of minutes within the range. `touched`: also of those that are partly in it. */
type Row = Record<`${"whole" | "touched"}_${Outcome}`, number> & { isComplete: boolean };

function endsBefore(to: Date | undefined): Prisma.Sql {
  if (!to) return Prisma.sql`TRUE`;
  return Prisma.sql`u.minute <= ${new Date(to.getTime() - MINUTE_MS)}::timestamptz`;
}

function sums(name: "whole" | "touched", where: Prisma.Sql): Prisma.Sql {
  const sum = (outcome: Outcome, column: string) => Prisma.sql`
    coalesce(sum(${Prisma.raw(`u.${column}`)}) FILTER (WHERE ${where}), 0)::int
      AS ${Prisma.raw(`"${name}_${outcome}"`)}`;
  return Prisma.join([
    sum("succeeded", "unlisted_succeeded"),
    sum("failed", "unlisted_failed"),
    sum("rateLimited", "unlisted_rate_limited"),
  ]);
}

// Older rows were deleted, with all others of their time.
async function oldestMinute(ctx: Ctx, partnerId: string): Promise<Date | null> {
  const oldest = await ctx.db.requestLog.findFirst({
    where: { partnerId },
    orderBy: { id: "asc" },
    select: { at: true },
  });
  return oldest && new Date(Math.floor(oldest.at.getTime() / MINUTE_MS) * MINUTE_MS);
}

const OUTCOMES: readonly Outcome[] = ["succeeded", "failed", "rateLimited"];

function boundsOf(row: Row, filter: RequestFilter): Unlisted {
  const matches = matchesOf(filter);
  const sum = (of: (outcome: Outcome) => number) =>
    OUTCOMES.reduce((total, outcome) => total + of(outcome), 0);
  return {
    least: sum((outcome) => (matches[outcome] === "all" ? row[`whole_${outcome}`] : 0)),
    most: sum((outcome) => (matches[outcome] === "none" ? 0 : row[`touched_${outcome}`])),
    isComplete: row.isComplete,
  };
}

type Match = "all" | "some" | "none";

/** Whether a filter, apart from its key and time, matches all, some or no requests of an outcome. */
function matchesOf(filter: RequestFilter): Record<Outcome, Match> {
  const { status, errorCode, api, route, path, address, method, requestId } = filter;
  const isFiner = [api, route, path, address, method, requestId].some((one) => one !== undefined);
  const each = [
    ofStatus(status),
    ...(errorCode === undefined
      ? []
      : [ofStatus(errorCode === "rate_limited" ? "429" : "one failure")]),
    ...(isFiner ? [SOME] : []),
  ];
  const worst = (outcome: Outcome): Match => {
    const found = each.map((matches) => matches[outcome]);
    if (found.includes("none")) return "none";
    return found.includes("some") ? "some" : "all";
  };
  return {
    succeeded: worst("succeeded"),
    failed: worst("failed"),
    rateLimited: worst("rateLimited"),
  };
}

const SOME = { succeeded: "some", failed: "some", rateLimited: "some" } as const;

function ofStatus(status: string | undefined): Record<Outcome, Match> {
  if (status === undefined) return { succeeded: "all", failed: "all", rateLimited: "all" };
  const none = { succeeded: "none", failed: "none", rateLimited: "none" } as const;
  if (status === "failed") return { ...none, failed: "all" };
  if (status === "429") return { ...none, rateLimited: "all" };
  if (status === "4xx") return { ...none, failed: "some", rateLimited: "all" };
  return /^[123]/.test(status) ? { ...none, succeeded: "some" } : { ...none, failed: "some" };
}
