import { z } from "zod";
import { PageQuery, pageOf } from "../kernel/paging";
import { Amount } from "../values/money-schema";
import { Timestamp } from "../values/time";

/** A partner's price of a product. Amounts are in minor units of `currency`. */
export const Price = z.object({
  product: z.string().describe("Product code"),
  name: z.string().describe("Product name"),
  floor: z
    .int()
    .describe(
      "Minimum price in minor units. If it rises above your price, your price is raised to it.",
    ),
  amount: z.int().describe("Retail price in minor units"),
  currency: z.string().describe("ISO 4217 currency code"),
  isDefault: z
    .boolean()
    .describe("Whether the amount is the product's default because you have never set a price"),
  version: z.int().describe("Version number, incremented on each change. 0 before the first."),
  updatedAt: Timestamp.describe(
    "When the price last changed; before your first change, when the product last changed",
  ),
  archivedAt: Timestamp.nullable().describe(
    "When the platform archived the product; null if it is available. Customers who were created before are billed for it as before, others can't be charged for it, and its price can't be changed.",
  ),
});
export type Price = z.input<typeof Price>;

/** For the documentation and for test events. */
export const PRICE_EXAMPLE: Price = {
  product: "basic",
  name: "Basic",
  floor: 500,
  amount: 990,
  currency: "EUR",
  isDefault: false,
  version: 3,
  updatedAt: new Date("2026-11-21T09:30:00.000Z"),
  archivedAt: null,
};

export const PricePage = pageOf(Price);

export const PriceQuery = z.strictObject(PageQuery);
export type PriceQuery = z.infer<typeof PriceQuery>;

export const PriceSet = z.strictObject({
  amount: Amount.describe("Retail price in minor units of the product's currency"),
});
export type PriceSet = z.infer<typeof PriceSet>;
