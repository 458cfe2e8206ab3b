import { listPrices } from "../../core/prices/queries";
import { PriceQuery } from "../../core/prices/schema";
import { decimalOf } from "../../core/values/currencies";
import { partnerExport } from "../export";

export const prices = partnerExport({
  query: PriceQuery.omit({ cursor: true, limit: true }),
  read: ({ ctx, partnerId }, query) => listPrices(ctx, { partnerId, ...query }),
  columns: {
    product: ({ product }) => product,
    name: ({ name }) => name,
    currency: ({ currency }) => currency,
    floor: ({ floor, currency }) => decimalOf(floor, currency),
    price: ({ amount, currency }) => decimalOf(amount, currency),
    margin: ({ amount, floor, currency }) => decimalOf(amount - floor, currency),
    version: ({ version }) => version,
    updated_at: ({ updatedAt }) => updatedAt.toISOString(),
    archived_at: ({ archivedAt }) => archivedAt?.toISOString() ?? "",
  },
});
