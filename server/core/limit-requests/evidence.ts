import type { Ctx } from "../actor";

const EVIDENCE_DAYS = 7;

/** How a key was used of late: what a request for a higher limit is judged by. */
type UsageEvidence = {
  /** Requests in the busiest minute, refused ones included. */
  peakPerMinute: number;
  /** 0 to 1: how many of all requests were answered 429. */
  refusedShare: number;
};

/** The key's last seven days. The caller has made sure that the key is its own. */
export async function usageEvidence(ctx: Ctx, keyId: string): Promise<UsageEvidence> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - EVIDENCE_DAYS * 86_400_000);
  const [row] = await ctx.db.$queryRaw<{ peak: number; refused: number; all: number }[]>`
    SELECT coalesce(max(succeeded + failed + rate_limited), 0)::int AS peak,
           coalesce(sum(rate_limited), 0)::float8 AS refused,
           coalesce(sum(succeeded + failed + rate_limited), 0)::float8 AS all
    FROM key_usage WHERE key_id = ${keyId} AND minute >= ${since} AND minute <= ${now}`;
  if (!row || row.all === 0) return { peakPerMinute: 0, refusedShare: 0 };
  return { peakPerMinute: row.peak, refusedShare: row.refused / row.all };
}
