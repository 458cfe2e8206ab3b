import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FORMATS, perMinute } from "./formats";

const plain = (text: string) => text.replace(/\s/gu, " ");

describe("numbers and money", () => {
  it.each([
    [1_234_567, "EUR", "€12,345.67"],
    [-50, "USD", "-$0.50"],
    [1500, "JPY", "¥1,500"],
    [1500, "KWD", "KWD 1.500"],
    [9_007_199_254_740_991, "EUR", "€90,071,992,547,409.91"],
  ])("formats %s %s as %s", (minorUnits, currency, text) => {
    expect(plain(FORMATS.money(minorUnits, currency))).toBe(text);
  });

  it("formats an amount without its currency as with it", () => {
    expect(FORMATS.amount(-1_234_567, "EUR")).toBe("-12,345.67");
    expect(FORMATS.amount(1500, "JPY")).toBe("1,500");
    expect(FORMATS.amount(1500, "KWD")).toBe("1.500");
  });

  it.each([
    [[0, 50_000_000, 100_000_000, 150_000_000], "EUR", "€0 €500K €1M €1.5M"],
    [[-50_000_000, 0], "KWD", "-KWD 50K KWD 0"],
    [[0, 500, 1000, 1500], "JPY", "¥0 ¥500 ¥1K ¥1.5K"],
    [[0, 50, 100, 150], "EUR", "€0.00 €0.50 €1.00 €1.50"],
    [[0, 50, 100], "BHD", "BHD 0.000 BHD 0.050 BHD 0.100"],
  ])("labels the ticks %j of an axis in %s with %s", (ticks, currency, text) => {
    expect(plain(FORMATS.axisMoney(ticks, currency).join(" "))).toBe(text);
  });

  it("a date does not shift, and a percentage keeps two decimals", () => {
    const en = FORMATS;
    expect(en.day("2026-11-01")).toBe("Nov 1, 2026");
    expect(en.month("2026-10")).toBe("October 2026");
    expect(en.percentage(22.75)).toBe("22.75%");
    expect(plain(en.percentages(20, 22.5))).toBe("20% – 22.5%");
    expect(en.percentages(20, 20)).toBe("20%");
  });

  it.each([
    [0, "0%"],
    [0.00004, "<0.1%"],
    [0.125, "12.5%"],
    [0.5, "50%"],
    [1, "100%"],
  ])("formats a share of %d as %s", (share, text) => {
    expect(FORMATS.share(share)).toBe(text);
  });
});

describe("parsing an amount", () => {
  it.each([
    ["19.99", "EUR", 1999],
    ["1,234.5", "EUR", 123_450],
    ["1,234", "JPY", 1234],
    ["١٬٢٣٤٫٥", "EUR", 123_450],
    ["१९.९९", "EUR", 1999],
    // Not 1250: the comma is meant as the decimal separator.
    ["12,50", "EUR", null],
    ["1,2,3", "EUR", null],
    ["12.5.0", "EUR", null],
    ["", "EUR", null],
    ["abc", "EUR", null],
    ["-1", "EUR", null],
  ])("parses %j of %s as %s", (text, currency, minorUnits) => {
    expect(FORMATS.readMoney(text, currency)).toBe(minorUnits);
  });

  it("the initial value of a field can be parsed again", () => {
    for (const amount of [0, 5, 99, 123_456_789]) {
      expect(FORMATS.readMoney(FORMATS.typedMoney(amount, "EUR"), "EUR")).toBe(amount);
    }
  });

  it("an exact share keeps fractions of a cent", () => {
    expect(FORMATS.exactMoney("2777.77575", "EUR")).toBe("€2,777.77575");
  });
});

it("formats large limits", () => {
  expect(perMinute(1_000_000)).toBe("1,000,000/min");
});

// In Czech, "CHF" is after "EUR": React would find another order than the server's.
it("nothing is sorted or written in the language of the browser", () => {
  const app = join(import.meta.dirname, "../..");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const inAny = /localeCompare\([^,()]*\)|toLocale\w*\(\)/;
  expect(sources.filter((file) => inAny.test(readFileSync(join(app, file), "utf8")))).toEqual([]);
});
