import type { Core } from "./actor";

/** The clocks of machines differ by seconds. */
const TOLERATED_MS = 60_000;

/**
 * The time, by the database's clock if that of this machine is more than a minute off: for what
 * several processes have to agree on, whatever their clocks.
 */
export async function sharedNow({ db, clock }: Pick<Core, "db" | "clock">): Promise<Date> {
  const [row] = await db.$queryRaw<{ aheadMs: number }[]>`
    SELECT extract(epoch FROM ${new Date(Date.now())}::timestamptz - clock_timestamp())::float8
      * 1000 AS "aheadMs"`;
  const aheadMs = row?.aheadMs ?? 0;
  const now = clock.now();
  return Math.abs(aheadMs) < TOLERATED_MS ? now : new Date(now.getTime() - aheadMs);
}
