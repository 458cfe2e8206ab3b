import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_AMOUNT } from "./currencies";
import { shareOf, toAmount } from "./money";
import { Amount, Currency } from "./money-schema";

const gross = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const hundredths = fc.integer({ min: 0, max: 10_000 });

it("rounds shares to the nearest minor unit, halves to even", () => {
  fc.assert(
    fc.property(gross, hundredths, (sum, percent) => {
      const share = shareOf(sum, percent);
      const twiceOff = 2n * (sum * BigInt(percent) - share * 10_000n);
      const distance = twiceOff < 0n ? -twiceOff : twiceOff;
      expect(distance <= 10_000n).toBe(true);
      if (distance === 10_000n) expect(share % 2n).toBe(0n);
    }),
  );
  expect([1n, 3n, 5n, -1n, -3n].map((sum) => shareOf(sum, 5_000))).toEqual([0n, 2n, 2n, 0n, -2n]);
});

it("never pays more than the total, and rounds negative amounts symmetrically", () => {
  fc.assert(
    fc.property(gross, hundredths, (sum, percent) => {
      const share = shareOf(sum, percent);
      expect(shareOf(-sum, percent)).toBe(-share);
      expect(sum >= 0n ? share <= sum && share >= 0n : share >= sum && share <= 0n).toBe(true);
    }),
  );
  expect(shareOf(10n ** 18n + 1n, 10_000)).toBe(10n ** 18n + 1n);
});

it("accepts exact amounts only", () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger()), (value) => {
      const isAmount = Number.isInteger(value) && value >= 0 && value <= MAX_AMOUNT;
      expect(Amount.safeParse(value).success).toBe(isAmount);
    }),
  );
  for (const value of ["1", 1n, null, true, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(Amount.safeParse(value).success).toBe(false);
  }
});

it("reads every database amount exactly or throws", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const isSafe =
        value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
      if (isSafe) expect(BigInt(toAmount(value))).toBe(value);
      else expect(() => toAmount(value)).toThrow(RangeError);
    }),
  );
});

it("accepts ISO 4217 currency codes only", () => {
  for (const code of ["EUR", "JPY", "KWD"]) expect(Currency.safeParse(code).success).toBe(true);
  for (const code of ["eur", "EURO", "ZZZ", "€"]) {
    expect(Currency.safeParse(code).success).toBe(false);
  }
});

it("says one thing about a currency that is not one", () => {
  const messagesOf = (code: string) =>
    Currency.safeParse(code).error?.issues.map(({ message }) => message);
  expect(messagesOf("eur")).toEqual(["Must be an ISO 4217 code, for example EUR."]);
  expect(messagesOf("XQQ")).toEqual(["Unknown ISO 4217 code."]);
  expect(messagesOf("EUR")).toBeUndefined();
});
