import { z } from "zod";
import { MAX_AMOUNT } from "./currencies";

/** An integer count of a currency's minor units: cents, not dollars. */
export const Amount = z
  .int("Must be an integer in the currency's minor unit.")
  .min(0, "Must not be negative.")
  .max(MAX_AMOUNT, `Must be at most ${MAX_AMOUNT}.`);

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** An ISO 4217 code. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: "Must be an ISO 4217 code, for example EUR.", abort: true })
  .refine((code) => CURRENCIES.has(code), "Unknown ISO 4217 code.");
