export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const TICK_SECONDS = 10;

// "In 90 days" says more than "in 3 months", so days go far.
const UNITS = [
  { unit: "year", seconds: 31_557_600, from: 2 },
  { unit: "month", seconds: 2_629_800, from: 4 },
  { unit: "day", seconds: 86_400, from: 1 },
  { unit: "hour", seconds: 3_600, from: 1 },
  { unit: "min", seconds: 60, from: 1 },
] as const;

/** "3 min ago", "in 2 days", "just now": the same in every zone. */
export function ago(at: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(at) - nowMs) / 1000);
  // A hair less than a whole counts as whole: the clock of the page only ticks now and then.
  const size = Math.abs(seconds) + TICK_SECONDS;
  const found = UNITS.find((entry) => size >= entry.seconds * entry.from);
  if (!found) return seconds > 0 ? "in a moment" : "just now";
  // What lies ahead is rounded: a key made for 90 days should not say 89 a minute later.
  const whole = seconds > 0 ? Math.round : Math.floor;
  const count = whole(size / found.seconds);
  const amount = `${count} ${found.unit}${count === 1 || found.unit === "min" ? "" : "s"}`;
  return seconds > 0 ? `in ${amount}` : `${amount} ago`;
}

/** The time in the reader's own zone, which is named. */
export function inZone(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "long" });
}

/** The time in UTC, to the second. */
export function inUtc(at: string): string {
  return `${at.slice(0, 19).replace("T", " ")} UTC`;
}

/** So many days before today's midnight in UTC: the same question all day. */
export function daysBefore(nowMs: number, days: number): string {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return new Date(midnight - days * DAY_MS).toISOString();
}

const EARLIEST = new Date(0);
const TOO_LATE = new Date("9999-12-31T00:00:00Z");

/** A moment as a field for day and time holds it: of the reader's zone, to the minute or second. */
export function localMoment(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS);
  return shifted.toISOString().slice(0, moment.getSeconds() === 0 ? 16 : 19);
}

/** The moment that such a field holds; null where it is none, or of no year that there is. */
export function momentOf(text: string): Date | null {
  // Date alone would make something of nearly everything.
  if (!/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return null;
  const moment = new Date(text);
  return moment >= EARLIEST && moment < TOO_LATE ? moment : null;
}

/** The moment that an address holds: one that is the same in every zone. */
export function absoluteMomentOf(text: string): Date | null {
  return /^[\d-]{10}$|(Z|[+-]\d\d:\d\d)$/.test(text) ? momentOf(text) : null;
}
