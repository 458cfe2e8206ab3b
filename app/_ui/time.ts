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
