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
