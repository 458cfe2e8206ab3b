import { z } from "zod";
import { PageQuery, pageOf } from "../kernel/paging";
import { Currency } from "../values/money-schema";
import { Period } from "../values/period-schema";
import { Id, line } from "../values/text";
import { Timestamp } from "../values/time";

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
    .describe(
      "Your revenue share in that month, in percent. Products may have terms of their own: see the lines.",
    ),
  amount: Sum.describe("Your share, in minor units: the sum of the lines' `share`"),
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

/** A summand of a payout: one product, at one percentage. */
export const PayoutLine = z.object({
  product: z
    .object({
      code: z.string().describe("Product code"),
      name: z.string().describe("Product name"),
    })
    .nullable()
    .describe(
      "The product; null: all products, in months that were closed before there were lines",
    ),
  percent: z.number().min(0).max(100).describe("Your share of the product, in percent"),
  charges: Sum.nullable().describe("Sum of the charges, in minor units; null without a product"),
  refunded: Sum.nullable().describe(
    "Sum of the refunds less reversed ones, in minor units; null without a product",
  ),
  net: Sum.describe("`charges` less `refunded`, in minor units"),
  share: Sum.describe("Your share of `net`, in minor units, rounded half to even"),
  rounding: z
    .number()
    .describe(
      "`share` less the exact share, in minor units; at most 0.5 in an original payout, either way",
    ),
});
export type PayoutLine = z.infer<typeof PayoutLine>;

/** For the documentation. */
export const PAYOUT_LINE_EXAMPLE: PayoutLine = {
  product: { code: "basic", name: "Basic" },
  percent: 12.5,
  charges: 131_940,
  refunded: 1_990,
  net: 129_950,
  share: 16_244,
  rounding: 0.25,
};

export const PayoutLinePage = pageOf(PayoutLine);
export const PayoutLineQuery = z.strictObject(PageQuery);

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
