import { describe, expect, it } from "vitest";
import { intervalsOf } from "@/server/core/metrics/intervals";
import { MAX_POINTS } from "@/server/core/metrics/schema";
import { INTERVALS, spanBefore, spanOf, type View } from "./range";

const NOW = Date.parse("2026-11-21T22:00:00Z");
const view = (part: Partial<View>): View => ({
  range: "30d",
  from: null,
  to: null,
  interval: null,
  currency: null,
  compare: true,
  ...part,
});

describe("the date range", () => {
  it.each([
    [{ range: "7d" }, "2026-11-15", "2026-11-22", "day"],
    [{ range: "30d" }, "2026-10-23", "2026-11-22", "day"],
    [{ range: "90d" }, "2026-08-24", "2026-11-22", "week"],
    [{ range: "12m" }, "2025-12-01", "2026-11-22", "month"],
    [{ range: "12m", interval: "day" }, "2025-12-01", "2026-11-22", "day"],
    [{ range: "custom", from: "2026-01-31", to: "2026-01-31" }, "2026-01-31", "2026-02-01", "day"],
    // An invalid range falls back to the default.
    [{ range: "custom", from: "2026-02-31", to: "2026-03-01" }, "2026-10-23", "2026-11-22", "day"],
    [{ range: "custom", from: "2026-03-02", to: "2026-03-01" }, "2026-10-23", "2026-11-22", "day"],
    [{ range: "custom", from: "1999-12-31", to: "2026-01-01" }, "2026-10-23", "2026-11-22", "day"],
    [{ range: "custom", from: "x", to: null }, "2026-10-23", "2026-11-22", "day"],
  ] as const)("of %j", (part, from, to, interval) => {
    expect(spanOf(view(part), NOW)).toEqual({ from, to, interval });
  });

  it("never requests more intervals than core allows", () => {
    for (const interval of INTERVALS) {
      for (const from of ["2000-01-01", "2019-03-31", "2025-10-18", "2026-11-01"]) {
        const span = spanOf(view({ range: "custom", from, to: "2026-11-21", interval }), NOW);
        const points = intervalsOf(span, span.interval, MAX_POINTS + 1).length;
        expect(points, `${from} ${interval}`).toBeLessThanOrEqual(MAX_POINTS);
      }
    }
  });
});

describe("the previous period", () => {
  it.each([
    [{ range: "7d" }, "2026-11-08", "2026-11-15"],
    [{ range: "30d" }, "2026-09-23", "2026-10-23"],
    // 90 days are 13 weeks less a day: Mondays stay beside Mondays.
    [{ range: "90d" }, "2026-05-25", "2026-08-23"],
    // Eleven months, and the twelfth up to today.
    [{ range: "12m" }, "2024-12-01", "2025-11-22"],
    [
      { range: "custom", from: "2026-03-31", to: "2026-03-31", interval: "month" },
      "2026-02-28",
      "2026-03-01",
    ],
  ] as const)("of %j", (part, from, to) => {
    expect(spanBefore(spanOf(view(part), NOW))).toMatchObject({ from, to });
  });

  it("has the same intervals as the period itself", () => {
    for (const range of ["7d", "30d", "90d", "12m"] as const) {
      for (const interval of INTERVALS) {
        const span = spanOf(view({ range, interval }), NOW);
        const count = (of: typeof span) => intervalsOf(of, interval, MAX_POINTS).length;
        expect(count(spanBefore(span)), `${range} by ${interval}`).toBe(count(span));
      }
    }
  });
});
