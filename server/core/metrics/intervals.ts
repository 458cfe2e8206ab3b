import type { Interval } from "./schema";

const DAY_MS = 86_400_000;

/** A range of UTC days, `YYYY-MM-DD`: includes `from`, excludes `to`. */
export type Days = { from: string; to: string };

/** The UTC day of a timestamp, moved by whole days. */
export function dayOf(instant: Date, plusDays = 0): string {
  return new Date(instant.getTime() + plusDays * DAY_MS).toISOString().slice(0, 10);
}

/** The day moved by a number of days, which may be negative. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(`${day}T00:00:00Z`), days);
}

/**
 * The consecutive intervals that cover `days`, in order; the first and the last are clipped to
 * `days`. Stops after `limit`.
 */
export function intervalsOf(days: Days, interval: Interval, limit: number): Days[] {
  const intervals: Days[] = [];
  let { from } = days;
  while (from < days.to && intervals.length < limit) {
    const next = nextBoundary(from, interval);
    const isLast = next >= days.to;
    const to = isLast ? days.to : next;
    intervals.push({ from, to });
    from = to;
  }
  return intervals;
}

/** The first day of the next interval. */
function nextBoundary(day: string, interval: Interval): string {
  if (interval === "day") return addDays(day, 1);
  const date = new Date(`${day}T00:00:00Z`);
  if (interval === "month") {
    return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)));
  }
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return addDays(day, 7 - sinceMonday);
}
