import { z } from "zod";
import { MAX_AMOUNT } from "./currencies";

/** A count of a currency's minor units, as JSON carries it: cents, not dollars. */
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

/** An amount out of the database as JSON can carry it. Throws where a float would no longer be exact. */
export function toAmount(minorUnits: bigint): number {
  const amount = Number(minorUnits);
  if (!Number.isSafeInteger(amount)) throw new RangeError("an amount beyond 2^53");
  return amount;
}

/**
 * The share of a gross sum, rounded half to even, in whole minor units. `hundredths` is the
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
