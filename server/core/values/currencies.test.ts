import { describe, expect, it } from "vitest";
import { decimalOf, minorUnitsOf } from "./currencies";

describe("minor units and decimals", () => {
  it.each([
    [0, "EUR", "0.00"],
    [5, "EUR", "0.05"],
    [1999, "EUR", "19.99"],
    [-1999, "EUR", "-19.99"],
    [-5, "USD", "-0.05"],
    [1500, "JPY", "1500"],
    [1500, "KWD", "1.500"],
    [12345, "CLF", "1.2345"],
    // CLDR would show these without decimals: a thousand times too much.
    [1999, "IQD", "1.999"],
    [9_007_199_254_740_991, "EUR", "90071992547409.91"],
  ])("%s %s is %s", (minorUnits, currency, decimal) => {
    expect(decimalOf(minorUnits, currency)).toBe(decimal);
  });

  it.each([
    ["19.99", "EUR", 1999],
    ["19.9", "EUR", 1990],
    ["19.", "EUR", 1900],
    ["19", "EUR", 1900],
    // 19.99 * 100 is 1998.9999999999998 in floats.
    ["0.29", "EUR", 29],
    ["1500", "JPY", 1500],
    ["1.5", "JPY", null],
    ["1.999", "EUR", null],
    ["1.999", "KWD", 1999],
    ["", "EUR", null],
    ["-1", "EUR", null],
    ["1,5", "EUR", null],
    ["1e3", "EUR", null],
    ["99999999999999", "EUR", null],
  ])("%s %s is %s", (decimal, currency, minorUnits) => {
    expect(minorUnitsOf(decimal, currency)).toBe(minorUnits);
  });

  it("a formatted amount parses to the same amount", () => {
    for (const currency of ["EUR", "JPY", "KWD", "CLF"]) {
      for (let amount = 0; amount < 20_000; amount += 37) {
        expect(minorUnitsOf(decimalOf(amount, currency), currency)).toBe(amount);
      }
    }
  });
});
