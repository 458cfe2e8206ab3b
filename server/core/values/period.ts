import type { Days } from "./days";

/** The days of a month given as `YYYY-MM`. */
export function daysOfPeriod(period: string): Days {
  const [year = 0, month = 0] = period.split("-").map(Number);
  const next = new Date(Date.UTC(year, month, 1));
  return { from: `${period}-01`, to: next.toISOString().slice(0, 10) };
}

/** Whether the month has ended, in UTC. */
export function isOver(period: string, now: Date): boolean {
  return now >= new Date(`${daysOfPeriod(period).to}T00:00:00Z`);
}

/** The month of a time, in UTC, as `YYYY-MM`. */
export function periodOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}

/** The month after, as `YYYY-MM`. */
export function nextPeriod(period: string): string {
  return daysOfPeriod(period).to.slice(0, 7);
}

/** The month before, as `YYYY-MM`. */
export function previousPeriod(period: string): string {
  const [year = 0, month = 0] = period.split("-").map(Number);
  return periodOf(new Date(Date.UTC(year, month - 2, 1)));
}
