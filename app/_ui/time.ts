const UNITS = [
  { unit: "year", seconds: 31_536_000 },
  { unit: "month", seconds: 2_592_000 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const;

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** "3 minutes ago", "in 2 days", "just now": the same in every zone. */
export function ago(at: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(at) - nowMs) / 1000);
  const found = UNITS.find((entry) => Math.abs(seconds) >= entry.seconds);
  if (found) return RELATIVE.format(Math.trunc(seconds / found.seconds), found.unit);
  return seconds > 0 ? "in a moment" : "just now";
}

/** The time in the reader's own zone, which is named. */
export function inZone(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "long" });
}

/** The time in UTC, to the second. */
export function inUtc(at: string): string {
  return `${at.slice(0, 19).replace("T", " ")} UTC`;
}
