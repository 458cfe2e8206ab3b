import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, type Days } from "../values/days";
import { intervalsOf } from "./intervals";
import { INTERVALS } from "./schema";

const Day = fc
  .date({ min: new Date("1970-01-01"), max: new Date("2090-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const Stretch = fc
  .tuple(Day, fc.integer({ min: 1, max: 2_000 }))
  .map(([from, length]): Days => ({ from, to: addDays(from, length) }));

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

it("covers each day once and splits only on Mondays and the first of a month", () => {
  fc.assert(
    fc.property(Stretch, fc.constantFrom(...INTERVALS), (days, interval) => {
      const intervals = intervalsOf(days, interval, 10_000);
      expect(intervals[0]?.from).toBe(days.from);
      expect(intervals.at(-1)?.to).toBe(days.to);
      for (const [index, { from, to }] of intervals.entries()) {
        expect(from < to).toBe(true);
        const next = intervals[index + 1];
        if (!next) continue;
        expect(next.from).toBe(to);
        if (interval === "day") expect(to).toBe(addDays(from, 1));
        if (interval === "week") expect(weekday(to)).toBe(1);
        if (interval === "month") expect(to.slice(-2)).toBe("01");
      }
    }),
    { numRuns: 40 },
  );
});

it("ends at the end of the range", () => {
  expect(intervalsOf({ from: "1970-01-01", to: "9999-12-31" }, "day", 401)).toHaveLength(401);
});
