import type { Prisma } from "../../../prisma/client/client";
import { toAmount } from "../values/money";
import type { ProductSave } from "./schema";

/** A product as operators see it. */
export type Product = ProductSave & {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  /** Null: it is available. */
  archivedAt: Date | null;
};

/** `ownPrices`: the partners that have set a price of their own. */
export type ListedProduct = Product & { ownPrices: number };

export function productView(row: Prisma.ProductGetPayload<object>): Product {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    floor: toAmount(row.floor),
    defaultRetail: toAmount(row.defaultRetail),
    currency: row.currency,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    archivedAt: row.archivedAt,
  };
}
