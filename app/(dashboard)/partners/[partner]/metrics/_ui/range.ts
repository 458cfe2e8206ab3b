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
type Interval = (typeof INTERVALS)[number];

/** The state of the page in the URL. `to` is the last day, inclusive. */
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

/** Days as core takes them: in UTC, `to` exclusive. */
export type Span = { from: string; to: string; interval: Interval };

/** The maximum number of points that core returns. */
const MAX_POINTS = 400;
const DAYS = { "7d": 7, "30d": 30, "90d": 90 } as const;
const PATTERN = /^2\d{3}-\d\d-\d\d$/;
/** The first selectable day. From then on, the months fit into one response. */
export const FIRST_DAY = "2000-01-01";

/** The days of a view; every range except a custom one ends today. */
export function spanOf(view: View, nowMs: number): Span {
  const { from, to } = daysOf(view, nowMs);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const fits = view.interval && days / LENGTHS[view.interval] <= MAX_POINTS;
  return { from, to, interval: fits && view.interval ? view.interval : defaultInterval(days) };
}

// The shortest possible lengths in days, so that core never refuses a range.
const LENGTHS = { day: 1, week: 6, month: 27 } as const;

function defaultInterval(days: number): Interval {
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
 * The period of the same length directly before. Weekly points move by whole weeks and monthly ones
 * by whole months, so that the first points align.
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

/** The UTC day of a time. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** The same day some months later, or the last day if that month is shorter. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The number of calendar months touched from `from` up to, but not including, `to`. */
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
