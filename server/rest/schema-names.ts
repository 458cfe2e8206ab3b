import { z } from "zod";
import { Customer, CustomerCreate, CustomerPage, CustomerQuery } from "../core/customers/schema";
import { Metrics, MetricsQuery } from "../core/metrics/schema";
import { Partner } from "../core/partners/schema";
import { Payout, PayoutPage, PayoutQuery } from "../core/payouts/schema";
import { Price, PricePage, PriceQuery, PriceSet } from "../core/prices/schema";

/** The names of the API's schemas in the OpenAPI document and the TypeScript client. */
const SCHEMAS = {
  Partner,
  Account: Customer,
  AccountList: CustomerPage,
  AccountCreate: CustomerCreate,
  AccountQuery: CustomerQuery,
  Metrics,
  MetricsQuery,
  Price,
  PriceList: PricePage,
  PriceSet,
  PriceQuery,
  Payout,
  PayoutList: PayoutPage,
  PayoutQuery,
};

// Zod's own place for names: z.toJSONSchema() refers to a schema that has one instead of repeating it.
for (const [id, schema] of Object.entries(SCHEMAS)) {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

/** The name of a schema. Throws where it has none. */
export function nameOf(schema: z.ZodType): string {
  const name = z.globalRegistry.get(schema)?.id;
  if (name === undefined) throw new Error("A schema of the API has no name in schema-names.ts");
  return name;
}
