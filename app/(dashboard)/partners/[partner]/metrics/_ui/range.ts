import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { DAY_MS } from "@/app/_ui/format/time";

export const RANGES = ["7d", "30d", "90d", "12m", "custom"] as const;
export const INTERVALS = ["day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

/** What the page shows, as it stands in the address. `to` is the last day, and part of it. */
export const VIEW = {
  range: parseAsStringLiteral(RANGES).withDefault("30d"),
  from: parseAsString,
  to: parseAsString,
  interval: parseAsStringLiteral(INTERVALS),
  currency: parseAsString,
  compare: parseAsBoolean.withDefault(true),
};
export type View = inferParserType<typeof VIEW>;

export const loadView = createLoader(VIEW);

/** Days as core takes them: UTC's, up to and without `to`. */
export type Span = { from: string; to: string; interval: Interval };

/** As many points as core answers with. */
const MOST_POINTS = 400;
const DAYS = { "7d": 7, "30d": 30, "90d": 90 } as const;
const PATTERN = /^2\d{3}-\d\d-\d\d$/;
/** The first day that can be chosen: from then on months are few enough for one answer. */
export const FIRST_DAY = "2000-01-01";

/** The days that a view shows; today is the last one of every range that is not chosen by hand. */
export function spanOf(view: View, nowMs: number): Span {
  const { from, to } = daysOf(view, nowMs);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const fits = view.interval && days / LENGTHS[view.interval] <= MOST_POINTS;
  return { from, to, interval: fits && view.interval ? view.interval : fitting(days) };
}

// Rather too short, so that no range is let through that core would refuse.
const LENGTHS = { day: 1, week: 6, month: 27 } as const;

function fitting(days: number): Interval {
  if (days <= 45) return "day";
  return days <= 200 ? "week" : "month";
}

function daysOf({ range, from, to }: View, nowMs: number): { from: string; to: string } {
  const tomorrow = addDays(dayOf(nowMs), 1);
  if (range === "custom" && isDay(from) && isDay(to) && from <= to) {
    return { from, to: addDays(to, 1) };
  }
  if (range === "12m")
    return { from: addMonths(`${dayOf(nowMs).slice(0, 7)}-01`, -11), to: tomorrow };
  return { from: addDays(tomorrow, -DAYS[range === "custom" ? "30d" : range]), to: tomorrow };
}

/**
 * As many days directly before, so that the first point lies beside the first: by whole weeks where
 * points are weeks, by months where they are months.
 */
export function spanBefore({ from, to, interval }: Span): Span {
  if (interval === "month") {
    const months = monthsBetween(from, to);
    return { from: addMonths(from, -months), to: addMonths(to, -months), interval };
  }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const shift = interval === "week" ? Math.ceil(days / 7) * 7 : days;
  return { from: addDays(from, -shift), to: addDays(to, -shift), interval };
}

/** The UTC day of an instant. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** The same day so many months later; the last one where that month is shorter. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** How many months are begun from one day up to, and without, another. */
function monthsBetween(from: string, to: string): number {
  const last = addDays(to, -1);
  const index = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return index(last) - index(from) + 1;
}

function isDay(text: string | null): text is string {
  return text !== null && PATTERN.test(text) && dayOfText(text) === text;
}

function dayOfText(text: string): string | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : dayOf(ms);
}
