import type { ReadDb } from "../core/kernel/actor";
import { withinAwake } from "../core/kernel/awake";

/** A slower answer says nothing about the clock. */
const BUDGET_MS = 500;

/** How far PostgreSQL's clock is ahead of ours, in seconds; null if it doesn't answer at once. */
export async function clockSkewSeconds(db: Pick<ReadDb, "$queryRaw">): Promise<number | null> {
  const sentAtMs = Date.now();
  const asked = db.$queryRaw<{ now: number }[]>`
    SELECT extract(epoch FROM clock_timestamp())::float8 AS now`;
  const late = () => new Error(`no response within ${BUDGET_MS} ms`);
  const rows = await withinAwake(asked, BUDGET_MS, late).catch(() => []);
  const halfWayMs = (sentAtMs + Date.now()) / 2;
  return rows[0] ? rows[0].now - halfWayMs / 1_000 : null;
}

/** Two-factor codes are then refused, and after five minutes receivers refuse webhooks. */
const TOLERATED_SECONDS = 60;

/**
 * The problem of a clock that is far from PostgreSQL's, which then is wrong, and its fix; null if it
 * is not, or if PostgreSQL doesn't answer.
 */
export function clockFault(skewSeconds: number | null): string | null {
  if (skewSeconds === null || Math.abs(skewSeconds) < TOLERATED_SECONDS) return null;
  const minutes = Math.round(Math.abs(skewSeconds) / 60);
  const shown = minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const side = skewSeconds < 0 ? "ahead of" : "behind";
  return `this machine's clock is ${shown} ${side} PostgreSQL's: synchronize both with NTP`;
}
