import { describe, expect, it } from "vitest";
import { formatsOf, localeOf, perMinute } from "./formats";

const plain = (text: string) => text.replace(/\s/gu, " ");

describe("numbers and money", () => {
  it.each([
    ["en", 1_234_567, "EUR", "€12,345.67"],
    ["de", 1_234_567, "EUR", "12.345,67 €"],
    ["en", -50, "USD", "-$0.50"],
    ["en", 1500, "JPY", "¥1,500"],
    ["en", 1500, "KWD", "KWD 1.500"],
    ["en", 9_007_199_254_740_991, "EUR", "€90,071,992,547,409.91"],
  ])("formats in %s %s %s as %s", (locale, minorUnits, currency, text) => {
    expect(plain(formatsOf(locale).money(minorUnits, currency))).toBe(text);
  });

  it("a date does not shift, and a percentage keeps two decimals", () => {
    const en = formatsOf("en");
    expect(en.day("2026-11-01")).toBe("Nov 1, 2026");
    expect(en.month("2026-10")).toBe("October 2026");
    expect(en.percentage(22.75)).toBe("22.75%");
  });

  it.each([
    [0, "0%"],
    [0.00004, "<0.1%"],
    [0.125, "12.5%"],
    [0.5, "50%"],
    [1, "100%"],
  ])("formats a share of %d as %s", (share, text) => {
    expect(formatsOf("en").share(share)).toBe(text);
  });
});

describe("parsing an amount", () => {
  it.each([
    ["en", "19.99", "EUR", 1999],
    ["en", "1,234.5", "EUR", 123_450],
    ["en", "1,234", "JPY", 1234],
    // Not 1250: the comma is meant as the decimal separator.
    ["en", "12,50", "EUR", null],
    ["en", "1,2,3", "EUR", null],
    ["en", "12.5.0", "EUR", null],
    ["en", "", "EUR", null],
    ["en", "abc", "EUR", null],
    ["en", "-1", "EUR", null],
    ["de", "19,99", "EUR", 1999],
    ["de", "1.234,5", "EUR", 123_450],
    ["de", "12.50", "EUR", null],
    ["fr", "1 234,50", "EUR", 123_450],
    ["de-CH", "1’234.50", "CHF", 123_450],
  ])("parses in %s %j of %s as %s", (locale, text, currency, minorUnits) => {
    expect(formatsOf(locale).readMoney(text, currency)).toBe(minorUnits);
  });

  it("the initial value of a field can be parsed again, in every locale", () => {
    for (const locale of ["en", "de", "fr", "sv", "pl", "de-CH"]) {
      const { typedMoney, readMoney } = formatsOf(locale);
      for (const amount of [0, 5, 99, 123_456_789]) {
        expect(readMoney(typedMoney(amount, "EUR"), "EUR"), locale).toBe(amount);
      }
    }
  });

  it("an exact share keeps fractions of a cent", () => {
    expect(formatsOf("en").exactMoney("2777.77575", "EUR")).toBe("€2,777.77575");
  });
});

describe("the user's locale", () => {
  it.each([
    ["de-DE,de;q=0.9,en;q=0.8", "de-DE"],
    ["en-GB", "en-GB"],
    ["*", "en"],
    [null, "en"],
    ["xx-nonsense, <script>", "en"],
    ["de-a, en-US", "en-US"],
  ])("for %s is %s", (header, locale) => {
    expect(localeOf(header)).toBe(locale);
  });
});

it("formats large limits", () => {
  expect(perMinute(1_000_000)).toBe("1,000,000/min");
});

it("formats of a language are created once, and kept for a limited number of languages", () => {
  const first = formatsOf("de");
  expect(formatsOf("de")).toBe(first);
  // Any number of languages, as requests may name them.
  for (let n = 0; n < 200; n++) formatsOf(`de-x-${n}`);
  expect(formatsOf("de")).not.toBe(first);
});
