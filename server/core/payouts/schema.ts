import { z } from "zod";
import { PageQuery, pageOf } from "../kernel/paging";
import { Currency } from "../values/money-schema";
import { Id, line } from "../values/text";
import { Timestamp } from "../values/time";

/** A calendar month in UTC. */
export const Period = z
  .string()
  .regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/, "Must be a month, for example 2026-10.");

export const PayoutStatus = z.enum(["pending", "paid", "failed"]);
export type PayoutStatus = z.infer<typeof PayoutStatus>;

/** A sum of amounts in minor units; negative for some adjustments, and where refunds exceed charges. */
const Sum = z.int();

/** A partner's share of one month in one currency. */
export const Payout = z.object({
  id: z.string().describe("Payout ID; starts with `po_`"),
  period: Period.describe("Month covered, in UTC"),
  currency: Currency.describe(
    "ISO 4217 currency code. There is one payout per month and currency.",
  ),
  gross: Sum.describe(
    "Revenue: the charges less refunds, in minor units; negative if more was refunded. In an adjustment, the difference.",
  ),
  revsharePct: z
    .number()
    .min(0)
    .max(100)
    .describe("Your revenue share when the month was closed, in percent"),
  amount: Sum.describe("Your share of `gross`, in minor units, rounded half to even"),
  status: PayoutStatus.describe("Payout status. Pending until the transfer succeeds or fails."),
  reference: z.string().nullable().describe("Transfer reference; null while pending"),
  correctsId: z.string().nullable().describe("ID of the payout this adjusts, or null"),
  transferId: z
    .string()
    .nullable()
    .describe(
      "ID of the transfer that pays it, or that failed to; null if it is in none, or was paid without one",
    ),
  createdAt: Timestamp.describe("When the month was closed or adjusted"),
  settledAt: Timestamp.nullable().describe(
    "When the payout was paid or failed; null while pending",
  ),
});
export type Payout = z.input<typeof Payout>;

/** For the documentation and for test events. */
export const PAYOUT_EXAMPLE: Payout = {
  id: "po_01jd5n8k3v0000000000000000",
  period: "2026-10",
  currency: "EUR",
  gross: 129_950,
  revsharePct: 12.5,
  amount: 16_244,
  status: "paid",
  reference: "SEPA-2026-1101",
  correctsId: null,
  transferId: "tr_01jd5n8k3v0000000000000000",
  createdAt: new Date("2026-11-01T00:10:00.000Z"),
  settledAt: new Date("2026-11-03T09:30:00.000Z"),
};

export const PayoutPage = pageOf(Payout);

const PayoutFilter = z.strictObject({
  period: Period.optional().describe("Only items of this month, for example `2026-10`"),
  currency: Currency.optional().describe("Only items in this currency"),
  status: PayoutStatus.optional().describe("Only items with this status"),
});
export const PayoutQuery = PayoutFilter.extend(PageQuery);
export type PayoutQuery = z.infer<typeof PayoutQuery>;

/** The operators' list and the dashboard's: also by kind. */
export const PayoutSearch = PayoutQuery.extend({
  /** Only adjustments, or only original payouts. */
  isCorrection: z.boolean().optional(),
  /** By month, the latest first; without it, in the order in which they were created. */
  sort: z.literal("month").optional(),
});
export type PayoutSearch = z.infer<typeof PayoutSearch>;

/** The outcome of a transfer, and its reference. */
export const PayoutMark = z.strictObject({
  payoutId: Id,
  status: PayoutStatus.exclude(["pending"]),
  reference: line(80),
});
export type PayoutMark = z.infer<typeof PayoutMark>;
