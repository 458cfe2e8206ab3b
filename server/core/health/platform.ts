import { assertOperator } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { isFromFuture } from "../kernel/from-future";
import { firstIdAt } from "../kernel/ids";
import type { CallCounts } from "../usage/schema";
import { countBroken } from "../webhooks/queries";
import type { PartnerTrouble, PlatformHealth, RunningProcess } from "./schema";

const SPAN_MS = 15 * 60_000;
/** Enough for a percentile, and quick to read. */
const MAX_LISTED = 10_000;
const MAX_PARTNERS = 10;
/** A process reports every ten seconds; two reports may be missing. */
const SEEN_SECONDS = 30;

/** The last 15 minutes of all partners and all processes; for operators. */
export async function readPlatformHealth(ctx: Ctx): Promise<PlatformHealth> {
  assertOperator(ctx);
  const minuteMs = Math.floor(ctx.clock.now().getTime() / 60_000) * 60_000;
  const from = new Date(minuteMs + 60_000 - SPAN_MS);
  const [counts, listed, broken, processes] = await Promise.all([
    countsByPartner(ctx, from),
    readListed(ctx, from),
    countBroken(ctx),
    readProcesses(ctx),
  ]);
  const sum = (of: (row: CallCounts) => number) =>
    counts.reduce((total, row) => total + of(row), 0);
  return {
    requests: sum(totalOf),
    failed: sum(({ failed }) => failed),
    rateLimited: sum(({ rateLimited }) => rateLimited),
    ...listed,
    brokenEndpoints: [...broken.values()].reduce((total, count) => total + count, 0),
    partners: await inTrouble(ctx, counts, broken),
    processes,
  };
}

type PartnerCounts = CallCounts & { partnerId: string };

const totalOf = ({ succeeded, failed, rateLimited }: CallCounts) =>
  succeeded + failed + rateLimited;

function countsByPartner(ctx: Ctx, from: Date): Promise<PartnerCounts[]> {
  return ctx.db.$queryRaw<PartnerCounts[]>`
    SELECT k.partner_id AS "partnerId", sum(u.succeeded)::int AS succeeded,
           sum(u.failed)::int AS failed, sum(u.rate_limited)::int AS "rateLimited"
    FROM key_usage u JOIN api_keys k ON k.id = u.key_id
    WHERE u.minute >= ${from}::timestamptz AND NOT ${isFromFuture("u.minute")} GROUP BY 1`;
}

type Listed = Pick<PlatformHealth, "listed" | "serverErrors" | "p95Ms">;

async function readListed(ctx: Ctx, from: Date): Promise<Listed> {
  const [row] = await ctx.db.$queryRaw<Listed[]>`
    SELECT count(*)::int AS listed, (count(*) FILTER (WHERE status >= 500))::int AS "serverErrors",
           percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_us) / 1000 AS "p95Ms"
    FROM (SELECT status, duration_us FROM request_log
          WHERE id >= ${firstIdAt("request", from.getTime())}
          ORDER BY id DESC LIMIT ${MAX_LISTED}) AS newest`;
  return row ?? { listed: 0, serverErrors: 0, p95Ms: null };
}

async function inTrouble(
  ctx: Ctx,
  counts: readonly PartnerCounts[],
  broken: ReadonlyMap<string | null, number>,
): Promise<PartnerTrouble[]> {
  const byId = new Map(counts.map((row) => [row.partnerId, row]));
  const concerned = counts.filter(({ failed, rateLimited }) => failed + rateLimited > 0);
  const owners = [...broken.keys()].filter((id) => id !== null);
  const ids = [...new Set([...concerned.map(({ partnerId }) => partnerId), ...owners])];
  const weight = (id: string) => {
    const { failed = 0, rateLimited = 0 } = byId.get(id) ?? {};
    return failed + rateLimited;
  };
  const shown = ids
    .sort((a, b) => (broken.get(b) ?? 0) - (broken.get(a) ?? 0) || weight(b) - weight(a))
    .slice(0, MAX_PARTNERS);
  const rows = await ctx.db.partner.findMany({ where: { id: { in: shown } } });
  const names = new Map(rows.map(({ id, code, name }) => [id, { code, name }]));
  return shown.flatMap((id) => {
    const partner = names.get(id);
    const own = byId.get(id) ?? { succeeded: 0, failed: 0, rateLimited: 0 };
    if (!partner) return [];
    const { failed, rateLimited } = own;
    const endpoints = broken.get(id) ?? 0;
    return [{ partner, requests: totalOf(own), failed, rateLimited, brokenEndpoints: endpoints }];
  });
}

/** Servers first, then the processes that only send webhooks. */
function readProcesses(ctx: Ctx): Promise<RunningProcess[]> {
  return ctx.db.$queryRaw<RunningProcess[]>`
    SELECT id, host, pid, worker, version, started_at AS "startedAt", seen_at AS "seenAt", status,
           per_minute AS "perMinute", loop_delay_ms AS "loopDelayMs", loop_busy AS "loopBusy",
           memory_bytes::float8 AS "memoryBytes"
    FROM server_processes WHERE seen_at > now() - make_interval(secs => ${SEEN_SECONDS}::int)
      AND NOT ${isFromFuture("seen_at")}
    ORDER BY worker = 0, host, worker, pid`;
}
