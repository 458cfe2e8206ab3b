import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { Currency as CurrencyCode } from "../values/money-schema";

const Facts = z.object({
  statement: z.string().describe("What the transfer's statement is called"),
  statementNumber: z.int().describe("Number of the transfer's statement"),
  currency: CurrencyCode.describe("ISO 4217 currency code"),
  amount: z.int().describe("In minor units of `currency`"),
});
const Settled = Facts.extend({ reference: z.string().describe("Transfer reference") });

const SUBJECT = { subject: "tr_01jd5n8k3v0000000000000000" };
const FACTS = { statement: "LK-1042", statement_number: 1_042, currency: "EUR", amount: 16_244 };
const SETTLED = { ...SUBJECT, data: { ...FACTS, reference: "SEPA-2026-1101" } };

const SHARED = { scope: "payouts:read", subjects: ["transfer"] } as const;

export const TRANSFER_EVENTS = eventTypes(SHARED, {
  "transfer.created": {
    summary: "A transfer of what you are owed was created. It is not paid yet",
    data: Facts.extend({ payouts: z.int().describe("Number of payouts that it pays") }),
    example: { ...SUBJECT, data: { ...FACTS, payouts: 1 } },
  },
  "transfer.paid": {
    summary: "A transfer was paid. Each of its payouts has a `payout.paid`",
    data: Settled,
    example: SETTLED,
  },
  "transfer.failed": {
    summary:
      "A transfer failed, or was returned: what it paid is due again. Each of its payouts has a `payout.failed`",
    data: Settled,
    example: SETTLED,
  },
});
