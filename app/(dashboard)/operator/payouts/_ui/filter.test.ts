import { createLoader } from "nuqs/server";
import { expect, it } from "vitest";
import { FILTER, monthOf, monthsBefore, payoutsQuery } from "./filter";

const JANUARY = Date.parse("2026-01-31T23:30:00Z");

it("defaults to the last completed month, including across years", () => {
  expect(monthOf(null, JANUARY)).toBe("2025-12");
  expect(monthOf("2024-02", JANUARY)).toBe("2024-02");
});

it("offers the last two years of months, newest first, each once", () => {
  const months = monthsBefore(JANUARY);
  expect(months.slice(0, 3)).toEqual(["2026-01", "2025-12", "2025-11"]);
  expect(months.at(-1)).toBe("2024-02");
  expect(new Set(months).size).toBe(24);
});

const query = (search: string) => payoutsQuery(createLoader(FILTER)(new URLSearchParams(search)));

it.each([
  ["", {}],
  [
    "period=2026-02&currency=EUR&partner=prt_1&status=paid",
    { period: "2026-02", currency: "EUR", partnerId: "prt_1", status: "paid" },
  ],
  ["period=2026-13&currency=EURO&status=late", {}],
])("lists by month, with the filters of the URL that can match: %s", (search, filters) => {
  expect(query(search)).toEqual({ sort: "month", ...filters });
});

it("ignores a month in the URL that can't exist", () => {
  expect(createLoader(FILTER)(new URLSearchParams("month=nonsense")).month).toBeNull();
});
