import { addDays, type Days, dayOf } from "../values/days";
import type { Interval } from "./schema";

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
