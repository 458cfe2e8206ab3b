import { z } from "zod";
import { Currency } from "../money-schema";
import { PageQuery, pageOf } from "../paging";
import { Id, line } from "../text";
import { Timestamp } from "../time";

/** A calendar month in UTC. */
export const Period = z
  .string()
  .regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10");

export const PayoutStatus = z.enum(["pending", "paid", "failed"]);
export type PayoutStatus = z.infer<typeof PayoutStatus>;

/** A sum of amounts in minor units; negative for some adjustments. */
const Sum = z.int();

/** A partner's share of one month in one currency. */
export const Payout = z.object({
  id: z.string().describe("Begins with po_"),
  period: Period.describe("The month whose charges it shares, in UTC"),
  currency: Currency.describe("ISO 4217; a month has a payout for each"),
  gross: Sum.describe("Sum of the charges in minor units; of a correction, what it adds to it"),
  revsharePct: z.number().min(0).max(100).describe("Your percentage when the month was closed"),
  amount: Sum.describe("Your share of `gross` in minor units, rounded half to even"),
  status: PayoutStatus.describe("Pending until the transfer has gone through, or failed"),
  reference: z.string().nullable().describe("Names the transfer; null while pending"),
  correctsId: z
    .string()
    .nullable()
    .describe("The payout that this one corrects; null where it is the month's own"),
  createdAt: Timestamp.describe("When the month was closed, or corrected"),
  settledAt: Timestamp.nullable().describe("When it was paid or failed; null while pending"),
});
export type Payout = z.input<typeof Payout>;

export const PayoutPage = pageOf(Payout);

const PayoutFilter = z.strictObject({
  status: PayoutStatus.optional().describe("Only those with this status"),
});
export const PayoutQuery = PayoutFilter.extend(PageQuery);
export type PayoutQuery = z.infer<typeof PayoutQuery>;

/** The operators' list and the dashboard's: also by period and kind. */
export const PayoutSearch = PayoutQuery.extend({
  period: Period.optional(),
  /** Only adjustments, or only original payouts. */
  isCorrection: z.boolean().optional(),
});
export type PayoutSearch = z.infer<typeof PayoutSearch>;

/** The outcome of a transfer, and its reference. */
export const PayoutMark = z.strictObject({
  payoutId: Id,
  status: PayoutStatus.exclude(["pending"]),
  reference: line(80),
});
export type PayoutMark = z.infer<typeof PayoutMark>;
