import { z } from "zod";
import { PageQuery, pageOf } from "../kernel/paging";
import { Payout } from "../payouts/schema";
import { Currency } from "../values/money-schema";
import { Id, line } from "../values/text";
import { Timestamp } from "../values/time";

export const TransferStatus = z.enum(["pending", "sent", "paid", "failed", "canceled"]);
export type TransferStatus = z.infer<typeof TransferStatus>;

/** What a partner is paid at once in one currency. */
export const Transfer = z.object({
  id: z.string().describe("Transfer ID; starts with `tr_`"),
  statement: z
    .string()
    .describe("Name of its statement: `statement_number` after the issuer's prefix"),
  statementNumber: z.int().min(1).describe("Number of its statement"),
  currency: Currency.describe("ISO 4217 currency code"),
  amount: z.int().min(1).describe("The sum of its payouts, in minor units"),
  status: TransferStatus.describe(
    "Transfer status. `sent`: the bank has it. A failed transfer may have been paid before: it was returned.",
  ),
  reference: z
    .string()
    .nullable()
    .describe("Transfer reference; null while pending, and if it was canceled"),
  createdAt: Timestamp.describe("When the transfer was created"),
  sentAt: Timestamp.nullable().describe("When it was passed to the bank, if that is known"),
  settledAt: Timestamp.nullable().describe("When it was paid, failed or was canceled, or null"),
});
export type Transfer = z.input<typeof Transfer>;

/** For the documentation and for test events. */
export const TRANSFER_EXAMPLE: Transfer = {
  id: "tr_01jd5n8k3v0000000000000000",
  statement: "LK-1042",
  statementNumber: 1_042,
  currency: "EUR",
  amount: 16_244,
  status: "paid",
  reference: "SEPA-2026-1101",
  createdAt: new Date("2026-11-02T09:30:00.000Z"),
  sentAt: null,
  settledAt: new Date("2026-11-03T09:30:00.000Z"),
};

export const TransferPage = pageOf(Transfer);

/** A transfer with what it pays. */
export const TransferWithPayouts = Transfer.extend({
  payouts: z
    .array(Payout)
    .describe(
      "The payouts that it pays, with their status of today: those of a failed or canceled transfer may be paid by another one",
    ),
});

export const TransferQuery = z.strictObject({
  ...PageQuery,
  status: TransferStatus.optional().describe("Only items with this status"),
  currency: Currency.optional().describe("Only items in this currency"),
});
export type TransferQuery = z.infer<typeof TransferQuery>;

/** How many transfers can be created or marked at once. */
export const MAX_TRANSFERS = 100;

const AMOUNT = z.int().min(1);

/**
 * An amount that the operator saw to be due: if it has changed, no transfer is created. `isSuspended`:
 * whether the operator saw the partner as suspended; if left out, a suspended partner is paid, too.
 */
export const TransferCreate = z.strictObject({
  partnerId: Id,
  currency: Currency,
  amount: AMOUNT,
  isSuspended: z.boolean().optional(),
});
export type TransferCreate = z.infer<typeof TransferCreate>;

export const TransfersCreate = z.strictObject({
  items: z.array(TransferCreate).min(1).max(MAX_TRANSFERS),
});

/** The outcome of transfers, and its reference. */
export const TransfersMark = z.strictObject({
  transferIds: z.array(Id).min(1).max(MAX_TRANSFERS),
  status: TransferStatus.extract(["sent", "paid", "failed"]),
  reference: line(80),
});
export type TransfersMark = z.infer<typeof TransfersMark>;

/** Why what is due can't be paid now. */
export const DUE_REASONS = [
  "on_hold",
  "not_positive",
  "below_minimum",
  "no_payout_details",
] as const;
export type DueReason = (typeof DUE_REASONS)[number];
