import { z } from "zod";
import { PageQuery, pageOf } from "../kernel/paging";
import { ProductCode } from "../products/schema";
import { Period } from "../values/period-schema";
import { Timestamp } from "../values/time";

const TWO_DECIMALS = "Use at most two decimal places.";

/** `multipleOf` is for documents: it takes 1e-9 for a multiple of 0.01. */
export const Percentage = z
  .number()
  .min(0)
  .max(100)
  .multipleOf(0.01, { error: TWO_DECIMALS, abort: true })
  .refine((percent) => Number(percent.toFixed(2)) === percent, TWO_DECIMALS);

/** A product by its code and name. */
const TermProduct = z.object({
  code: z.string().describe("Product code"),
  name: z.string().describe("Product name"),
});

/** A partner's share of revenue from a month on. */
export const Term = z.object({
  id: z.string().describe("Term ID; starts with `trm_`"),
  product: TermProduct.nullable().describe(
    "The product it applies to; null: all products without a term of their own",
  ),
  fromMonth: Period.describe("First month it applies to, in UTC"),
  type: z.enum(["percent"]).describe("How the share is calculated. Later versions may have more."),
  percent: z.number().min(0).max(100).describe("Share of the net revenue, in percent"),
  status: z
    .enum(["upcoming", "current", "ended", "replaced"])
    .describe(
      "Upcoming: its first month has not begun. Current: it applies to this month. Ended: a later month has another term. Replaced: another term was set for the same month.",
    ),
  createdAt: Timestamp.describe("When the term was set"),
});
export type Term = z.input<typeof Term>;

/** For the documentation and for test events. */
export const TERM_EXAMPLE: Term = {
  id: "trm_01jd5n8k3v0000000000000000",
  product: { code: "basic", name: "Basic" },
  fromMonth: "2026-12",
  type: "percent",
  percent: 12.5,
  status: "upcoming",
  createdAt: new Date("2026-11-21T09:30:00.000Z"),
};

export const TermPage = pageOf(Term).extend({
  initialPercent: z
    .number()
    .min(0)
    .max(100)
    .describe("Your share of all products before the first term, in percent"),
});

export const TermQuery = z.strictObject(PageQuery);
export type TermQuery = z.infer<typeof TermQuery>;

/** Without `product`, the term applies to all products without one of their own. */
export const TermCreate = z.strictObject({
  product: ProductCode.optional(),
  fromMonth: Period,
  percent: Percentage,
});
export type TermCreate = z.infer<typeof TermCreate>;
