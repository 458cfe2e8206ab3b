import { expect, it } from "vitest";
import { monthOf, monthsBefore } from "./filter";

const JANUARY = Date.parse("2026-01-31T23:30:00Z");

it("defaults to the last completed month, including across years", () => {
  expect(monthOf(null, JANUARY)).toBe("2025-12");
  expect(monthOf("nonsense", JANUARY)).toBe("2025-12");
  expect(monthOf("2024-02", JANUARY)).toBe("2024-02");
});

it("offers the last two years of months, newest first, each once", () => {
  const months = monthsBefore(JANUARY);
  expect(months.slice(0, 3)).toEqual(["2026-01", "2025-12", "2025-11"]);
  expect(months.at(-1)).toBe("2024-02");
  expect(new Set(months).size).toBe(24);
});
