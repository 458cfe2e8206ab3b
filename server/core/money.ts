import { z } from "zod";
import { MAX_AMOUNT } from "./currencies";

/** An integer count of a currency's minor units: cents, not dollars. */
export const Amount = z
  .int("must be a whole number of minor units")
  .min(0, "must not be negative")
  .max(MAX_AMOUNT, `at most ${MAX_AMOUNT}`);

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** An ISO 4217 code. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code such as EUR")
  .refine((code) => CURRENCIES.has(code), "is not a known ISO 4217 code");

/** An amount from the database as a number. Throws if it is too large to be exact. */
export function toAmount(minorUnits: bigint): number {
  const amount = Number(minorUnits);
  if (!Number.isSafeInteger(amount)) throw new RangeError("an amount beyond 2^53");
  return amount;
}

/**
 * The share of a gross sum in whole minor units, rounded half to even. `hundredths` is the
 * percentage times 100: 12.5 % is 1250.
 */
export function shareOf(gross: bigint, hundredths: number): bigint {
  const scaled = gross * BigInt(hundredths);
  const whole = scaled / 10_000n;
  const rest = scaled - whole * 10_000n;
  const away = rest < 0n ? -1n : 1n;
  const distance = rest * away;
  const isUp = distance > 5_000n || (distance === 5_000n && whole % 2n !== 0n);
  return isUp ? whole + away : whole;
}
