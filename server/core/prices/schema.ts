import { z } from "zod";
import { Amount } from "../money-schema";
import { PageQuery, pageOf } from "../paging";
import { Timestamp } from "../time";

/** A partner's price of a product. Amounts are in minor units of `currency`. */
export const Price = z.object({
  product: z.string().describe("The product's code"),
  name: z.string().describe("What the product is called"),
  floor: z
    .int()
    .describe(
      "The lowest amount that is allowed, in minor units; rising, it lifts lower prices to it",
    ),
  amount: z.int().describe("What you ask, in minor units"),
  currency: z.string().describe("ISO 4217"),
  isDefault: z.boolean().describe("You have never set it: the amount is the product's default"),
  version: z.int().describe("Counts your changes; 0 before the first"),
  updatedAt: Timestamp.describe("Your last change; before the first, the product's"),
});
export type Price = z.input<typeof Price>;

export const PricePage = pageOf(Price);

export const PriceQuery = z.strictObject(PageQuery);
export type PriceQuery = z.infer<typeof PriceQuery>;

export const PriceSet = z.strictObject({
  amount: Amount.describe("In minor units of the product's currency"),
});
export type PriceSet = z.infer<typeof PriceSet>;
