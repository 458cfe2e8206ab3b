import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { Currency as CurrencyCode } from "../values/money-schema";

const Currency = CurrencyCode.describe("ISO 4217 currency code");
const Minor = z.int().describe("In minor units of `currency`");
const Count = z.int().describe("The number of charges");
const Refunds = z.int().describe("The number of refunds");
const Refunded = z.int().describe("The sum of the refunds less reversed ones, in minor units");

const SHARED = { scope: "metrics:read", subjects: ["import", "charge_batch"] } as const;

export const CHARGE_EVENTS = eventTypes(SHARED, {
  "charges.recorded": {
    summary: "Charges of your customers were recorded, as one batch",
    data: z.object({
      charges: Count,
      refunds: Refunds,
      sums: z
        .array(
          z.object({
            currency: Currency,
            charges: Count,
            gross: Minor,
            refunds: Refunds,
            refunded: Refunded,
          }),
        )
        .describe("The same by currency"),
    }),
    example: {
      subject: "imp_01jd5n8k3v0000000000000000",
      data: {
        charges: 2,
        refunds: 1,
        sums: [{ currency: "EUR", charges: 2, gross: 1_980, refunds: 1, refunded: 500 }],
      },
    },
  },
});
