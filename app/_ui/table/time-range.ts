import { createParser, type inferParserType } from "nuqs/server";
import { absoluteMomentOf, HOUR_MS, MINUTE_MS } from "@/app/_ui/format/time";
import { parseAsChoice } from "./parsers";

const RANGES = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;
/** A custom range with a start and an end. */
export const CUSTOM_RANGE = "custom";
export const RANGE_CHOICES = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: CUSTOM_RANGE, label: "Custom range…" },
] as const;

/** The time filter of a list, as stored in the URL. */
export const TIME_RANGE = {
  range: parseAsChoice(RANGE_CHOICES),
  from: momentParser(),
  to: momentParser(),
};
export type TimeRange = inferParserType<typeof TIME_RANGE>;

function momentParser() {
  return createParser({
    parse: absoluteMomentOf,
    serialize: (moment: Date) => moment.toISOString().replace(".000Z", "Z"),
    eq: (one, other) => one.getTime() === other.getTime(),
  });
}

/**
 * The start and end of a list; a relative range has no end. It counts back from when the page was
 * opened, so that the query key stays the same while one reads; newer rows are still included.
 */
export function spanOf(
  { range, from, to }: TimeRange,
  openedMs: number,
): { from?: string; to?: string } {
  if (range && range !== CUSTOM_RANGE) {
    const startMs = openedMs - RANGES[range] * HOUR_MS;
    return { from: new Date(Math.floor(startMs / MINUTE_MS) * MINUTE_MS).toISOString() };
  }
  return { ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) };
}
