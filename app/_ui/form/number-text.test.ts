import { expect, test } from "vitest";
import { wholeNumber } from "./number-text";

test("a whole number keeps its value whatever separates its thousands", () => {
  for (const text of [
    "1,200",
    "1.200",
    "1 200",
    "1\u00a0200",
    "1\u202f200",
    "1'200",
    "1’200",
    "۱٬۲۰۰",
  ]) {
    expect(wholeNumber(text), text).toBe("1200");
  }
  expect(wholeNumber(" 1.234.567\n")).toBe("1234567");
  expect(wholeNumber("12,34,567")).toBe("1234567");
});

test("what may be a fraction or no number is left as it is", () => {
  for (const text of ["1.5", "1.2000", "1.20", "-1.200", "1.200 EUR", ""]) {
    expect(wholeNumber(text), text).toBe(text);
  }
});
