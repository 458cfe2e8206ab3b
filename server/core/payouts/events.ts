import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { Currency as CurrencyCode } from "../values/money-schema";

const Period = z.string().describe("The month, in UTC: 2026-10");
const Currency = CurrencyCode.describe("ISO 4217 currency code");
const Minor = z.int().describe("In minor units of `currency`");

const Payout = z.object({ period: Period, currency: Currency, gross: Minor, amount: Minor });
const Settled = z.object({
  period: Period,
  currency: Currency,
  amount: Minor,
  reference: z.string().describe("Transfer reference"),
  transferId: z
    .string()
    .nullable()
    .optional()
    .describe("ID of the transfer that pays it; null if it was paid without one"),
});
const SETTLED = {
  period: "2026-10",
  currency: "EUR",
  amount: 16_244,
  reference: "SEPA-2026-1101",
  transfer_id: "tr_01jd5n8k3v0000000000000000",
};
const PAYOUT = { subject: "po_01jd5n8k3v0000000000000000" };

const SHARED = { scope: "payouts:read", subjects: ["payout"] } as const;

export const PAYOUT_EVENTS = eventTypes(SHARED, {
  "payout.created": {
    summary: "A month was closed: your share of it",
    data: Payout,
    example: {
      ...PAYOUT,
      data: { period: "2026-10", currency: "EUR", gross: 129_950, amount: 16_244 },
    },
  },
  "payout.adjusted": {
    summary: "A closed month was adjusted, by a further payout with the difference",
    data: Payout.extend({ correctsId: z.string().describe("ID of the payout it adjusts") }),
    example: {
      ...PAYOUT,
      data: {
        period: "2026-10",
        currency: "EUR",
        gross: -990,
        amount: -124,
        corrects_id: "po_01jd4a0000000000000000000",
      },
    },
  },
  "payout.paid": {
    summary: "A payout was transferred",
    data: Settled,
    example: { ...PAYOUT, data: SETTLED },
  },
  "payout.failed": {
    summary: "The transfer of a payout failed, or was returned",
    data: Settled,
    example: { ...PAYOUT, data: SETTLED },
  },
});
