export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const TICK_SECONDS = 10;

// "In 90 days" is more precise than "in 3 months", so days are used for long spans.
const UNITS = [
  { unit: "year", seconds: 31_557_600, from: 2 },
  { unit: "month", seconds: 2_629_800, from: 4 },
  { unit: "day", seconds: 86_400, from: 1 },
  { unit: "hour", seconds: 3_600, from: 1 },
  { unit: "min", seconds: 60, from: 1 },
] as const;

/** A relative time: "3 min ago", "in 2 days", "just now". Independent of the time zone. */
export function ago(at: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(at) - nowMs) / 1000);
  // Slightly less than a whole unit counts as whole, because the page's clock ticks only now and
  // then.
  const size = Math.abs(seconds) + TICK_SECONDS;
  const found = UNITS.find((entry) => size >= entry.seconds * entry.from);
  if (!found) return seconds > 0 ? "in less than a minute" : "just now";
  // Future times are rounded: a key created for 90 days should not show 89 a minute later.
  const whole = seconds > 0 ? Math.round : Math.floor;
  const count = whole(size / found.seconds);
  const amount = `${count} ${found.unit}${count === 1 || found.unit === "min" ? "" : "s"}`;
  return seconds > 0 ? `in ${amount}` : `${amount} ago`;
}

/** The time in the user's time zone, with the zone's name. */
export function inZone(at: string): string {
  return new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "long" });
}

/** The time in UTC, to the second. */
export function inUtc(at: string): string {
  return `${at.slice(0, 19).replace("T", " ")} UTC`;
}

/** Some days ago, rounded down to the hour, so that the query key stays the same for an hour. */
export function daysBefore(nowMs: number, days: number): string {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return new Date(hour - days * DAY_MS).toISOString();
}

const EARLIEST = new Date(0);
const TOO_LATE = new Date("9999-12-31T00:00:00Z");

/** A time as the value of a datetime-local field: local, to the minute or second. */
export function localMoment(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS);
  return shifted.toISOString().slice(0, moment.getSeconds() === 0 ? 16 : 19);
}

/** Parses the value of such a field; null if it is not a time or its year is impossible. */
export function momentOf(text: string): Date | null {
  // Date alone would accept nearly any text.
  if (!/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return null;
  const moment = new Date(text);
  return moment >= EARLIEST && moment < TOO_LATE ? moment : null;
}

/** Parses a time from a URL; it must be unambiguous in every time zone. */
export function absoluteMomentOf(text: string): Date | null {
  return /^[\d-]{10}$|(Z|[+-]\d\d:\d\d)$/.test(text) ? momentOf(text) : null;
}
