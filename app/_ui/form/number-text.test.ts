import { expect, test } from "vitest";
import { percentage, wholeNumber } from "./number-text";

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

test("a percentage may have a decimal comma, a sign, and the digits of other keyboards", () => {
  for (const text of ["22.5", "22,5", "٢٢٫٥", "۲۲٫۵", "२२.५", " 22,5\n"]) {
    expect(percentage(text), text).toBe("22.5");
  }
  expect(percentage("22,5 %")).toBe("22.5 %");
  expect(percentage("٢٢٫٥٪")).toBe("22.5٪");
  expect(percentage("1,2,3")).toBe("1,2,3");
});
