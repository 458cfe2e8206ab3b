import { z } from "zod";
import { Currency } from "../money-schema";
import { PageQuery } from "../paging";
import { Id } from "../text";
import { Timestamp } from "../time";

/** A customer's payment for a product, in minor units of `currency`. */
export const Charge = z.object({
  id: z.string().describe("Charge ID; starts with `chg_`"),
  externalId: z.string(),
  product: z.object({ code: z.string(), name: z.string() }),
  amount: z.int().min(0),
  currency: Currency,
  occurredAt: Timestamp,
});
export type Charge = z.input<typeof Charge>;

export const ChargeQuery = z.strictObject({ ...PageQuery, customerId: Id });
export type ChargeQuery = z.infer<typeof ChargeQuery>;
