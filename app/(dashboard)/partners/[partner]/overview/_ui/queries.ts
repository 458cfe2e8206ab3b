import { addDays, dayOf, spanBefore } from "../../metrics/_ui/range";

const DAYS = 30;

/** The last 30 days, including today. */
export function thisMonth(nowMs: number) {
  const to = addDays(dayOf(nowMs), 1);
  return { from: addDays(to, -DAYS), to, interval: "day" } as const;
}

/** The 30 days before those. */
export function monthBefore(nowMs: number) {
  return spanBefore(thisMonth(nowMs));
}

const MAX_CURRENCIES = 20;
/** The payouts of the latest month, one for each currency, without adjustments. */
export const LATEST = { isCorrection: false, sort: "month", limit: MAX_CURRENCIES } as const;
/** Limit requests to decide. */
export const OPEN = { status: "open" } as const;

/** The keys of each kind that need attention. */
const MAX_KEYS = 10;
/** Keys that expire soon, the first to expire first. */
export const EXPIRING = { which: "expiring", sort: "expires", limit: MAX_KEYS } as const;
/** Keys that were replaced and are no longer used. */
export const REPLACED = { which: "replaced", limit: MAX_KEYS } as const;
