import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { Currency as CurrencyCode } from "../values/money-schema";

const Currency = CurrencyCode.describe("ISO 4217 currency code");
const Minor = z.int().describe("In minor units of `currency`");

const SHARED = { scope: "prices:read", subjects: ["price"] } as const;

export const PRICE_EVENTS = eventTypes(SHARED, {
  "price.changed": {
    summary: "One of your prices was changed, by you or by a raised floor",
    data: z.object({
      currency: Currency,
      before: Minor,
      after: Minor,
      version: z.int().describe("The price's version after the change"),
    }),
    example: { subject: "basic", data: { currency: "EUR", before: 900, after: 990, version: 3 } },
  },
});
