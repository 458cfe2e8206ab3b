import { addDays, dayOf, spanBefore } from "../../metrics/_ui/range";

const DAYS = 30;

/** The last 30 days, today being the last one. */
export function thisMonth(nowMs: number) {
  const to = addDays(dayOf(nowMs), 1);
  return { from: addDays(to, -DAYS), to, interval: "day" } as const;
}

/** The 30 days before those. */
export function monthBefore(nowMs: number) {
  return spanBefore(thisMonth(nowMs));
}

/** The latest payout of a month. What corrects an older one is newer, and not meant. */
export const LATEST = { isCorrection: false, limit: 1 } as const;
export const FAILED = { status: "failed", limit: 5 } as const;
