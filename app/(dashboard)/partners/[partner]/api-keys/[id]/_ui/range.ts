import { createLoader, parseAsStringLiteral } from "nuqs/server";
import type { UsageBar } from "@/app/_ui/chart/usage-card";
import type { Formats, Zone } from "@/app/_ui/format/formats";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/app/_ui/format/time";
import { parseAsSelected } from "@/app/_ui/table/parsers";

const RANGES = {
  "1h": { spanMs: HOUR_MS, interval: "minute", stepMs: MINUTE_MS, label: "1h" },
  "24h": { spanMs: DAY_MS, interval: "hour", stepMs: HOUR_MS, label: "24h" },
  "7d": { spanMs: 7 * DAY_MS, interval: "hour", stepMs: HOUR_MS, label: "7d" },
  "30d": { spanMs: 30 * DAY_MS, interval: "day", stepMs: DAY_MS, label: "30d" },
} as const;
export type Range = keyof typeof RANGES;
const NAMES = Object.keys(RANGES) as [Range, ...Range[]];
export const RANGE_CHOICES = NAMES.map((value) => ({ value, label: RANGES[value].label }));

/** The number of recent requests on a key's page. */
export const RECENT = 8;

/** The state in the URL: the range of the charts and the selected request. */
export const VIEW = {
  range: parseAsStringLiteral(NAMES).withDefault("24h"),
  request: parseAsSelected,
};

export const loadView = createLoader(VIEW);

/**
 * The input of the query: whole intervals up to now. The query key stays the same until the next
 * interval begins.
 */
export function seriesQuery(keyId: string, range: Range, nowMs: number) {
  const { spanMs, stepMs, interval } = RANGES[range];
  const endMs = Math.ceil(nowMs / stepMs) * stepMs;
  const [from, to] = [endMs - spanMs, endMs].map((at) => new Date(at).toISOString());
  return { keyId, interval, ...(from && { from }), ...(to && { to }) };
}

type UsagePoint = Omit<UsageBar, "id" | "label" | "isUnfinished"> & { at: string };

/** The points of a range as bars; the last one is usually still in progress. */
export function barsOf(
  points: readonly UsagePoint[],
  { nowMs, ...how }: How & { nowMs: number },
): UsageBar[] {
  return points.map(({ at, ...counts }) => ({
    ...counts,
    id: at,
    label: pointLabel(at, how),
    isUnfinished: Date.parse(at) + RANGES[how.range].stepMs > nowMs,
  }));
}

type How = { range: Range; formats: Formats; zone: Zone };

/** The label of a point; days are UTC days. */
function pointLabel(at: string, { range, formats, zone }: How): string {
  if (range === "30d") return formats.shortDay(at.slice(0, 10));
  return range === "7d" ? formats.dayAndHour(at, zone) : formats.timeOfDay(at, zone);
}
