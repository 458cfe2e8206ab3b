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
