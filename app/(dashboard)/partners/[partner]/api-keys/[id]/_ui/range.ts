import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { UsageBar } from "@/app/_ui/chart/usage-card";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/app/_ui/format/time";

const RANGES = {
  "1h": { spanMs: HOUR_MS, interval: "minute", stepMs: MINUTE_MS, label: "1 h" },
  "24h": { spanMs: DAY_MS, interval: "hour", stepMs: HOUR_MS, label: "24 h" },
  "7d": { spanMs: 7 * DAY_MS, interval: "hour", stepMs: HOUR_MS, label: "7 d" },
  "30d": { spanMs: 30 * DAY_MS, interval: "day", stepMs: DAY_MS, label: "30 d" },
} as const;
export type Range = keyof typeof RANGES;
const NAMES = Object.keys(RANGES) as [Range, ...Range[]];
export const RANGE_CHOICES = NAMES.map((value) => ({ value, label: RANGES[value].label }));

/** How many of the key's last requests its page shows. */
export const RECENT = 8;

/** What stands in the address: the range of the charts, and the request that is looked at. */
export const VIEW = {
  range: parseAsStringLiteral(NAMES).withDefault("24h"),
  request: parseAsString,
};

export const loadView = createLoader(VIEW);

/** What core is asked for: whole intervals up to now, the same question until the next begins. */
export function seriesQuery(keyId: string, range: Range, nowMs: number) {
  const { spanMs, stepMs, interval } = RANGES[range];
  const endMs = Math.ceil(nowMs / stepMs) * stepMs;
  const [from, to] = [endMs - spanMs, endMs].map((at) => new Date(at).toISOString());
  return { keyId, interval, ...(from && { from }), ...(to && { to }) };
}

type UsagePoint = Omit<UsageBar, "id" | "label" | "isUnfinished"> & { at: string };

/** The points of a range as bars; the last one is usually still running. */
export function barsOf(
  points: readonly UsagePoint[],
  { range, locale, nowMs }: { range: Range; locale: string; nowMs: number },
): UsageBar[] {
  return points.map(({ at, ...counts }) => ({
    ...counts,
    id: at,
    label: pointLabel(at, range, locale),
    isUnfinished: Date.parse(at) + RANGES[range].stepMs > nowMs,
  }));
}

/** How a point of the range is called, in the reader's zone; days are those of UTC. */
function pointLabel(at: string, range: Range, locale: string): string {
  const moment = new Date(at);
  if (range === "30d") {
    return moment.toLocaleDateString(locale, { month: "short", day: "numeric", timeZone: "UTC" });
  }
  if (range !== "7d") {
    return moment.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
  }
  return moment.toLocaleString(locale, { month: "short", day: "numeric", hour: "numeric" });
}
