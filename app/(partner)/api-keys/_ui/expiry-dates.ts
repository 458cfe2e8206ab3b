/** The end of a day (`2026-11-21`) in the reader's zone, as an ISO time; null where it is no date. */
export function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** So many days from `now`, as an ISO time. */
export function inDays(days: number, now: Date): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString();
}

/** The date in the reader's zone, as date inputs write it. */
export function isoDate(at: Date): string {
  const month = String(at.getMonth() + 1).padStart(2, "0");
  return `${at.getFullYear()}-${month}-${String(at.getDate()).padStart(2, "0")}`;
}
