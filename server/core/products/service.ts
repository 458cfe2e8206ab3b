import type { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../access";
import type { Ctx, Tx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { newId } from "../ids";
import { toAmount } from "../money";
import type { ProductSave } from "./schema";

/** A product as operators see it. */
export type Product = ProductSave & { id: string; createdAt: Date; updatedAt: Date };

/** Adds the product, or changes the one that has this code. Throws `conflict` on another currency. */
export async function saveProduct(ctx: Ctx, input: ProductSave): Promise<Product> {
  return change(ctx, { action: "product.saved", partnerId: null }, async (tx) => {
    const product = await writeProduct(tx, input, ctx.clock.now());
    return { result: product, subject: product.id, detail: input };
  });
}

/**
 * Writes one product within a change() of the caller's, so that an import can write many in one.
 * Throws `conflict` where the code belongs to a product in another currency: prices and charges of it
 * would change their meaning.
 */
export async function writeProduct(tx: Tx, input: ProductSave, now: Date): Promise<Product> {
  const { code, currency, ...fields } = input;
  const update = { ...fields, updatedAt: now };
  const create = { ...update, id: newId("product", now.getTime()), code, currency, createdAt: now };
  const row = await tx.product.upsert({ where: { code }, create, update });
  if (row.currency !== currency) {
    const message = `the product ${code} is in ${row.currency}, which never changes`;
    fail("conflict", { message, details: { field: "currency" } });
  }
  return product(row);
}

/** All products in the order of their codes; for operators. */
export async function listProducts(ctx: Ctx): Promise<Product[]> {
  assertOperator(ctx);
  return (await ctx.db.product.findMany({ orderBy: { code: "asc" } })).map(product);
}

function product(row: Prisma.ProductGetPayload<object>): Product {
  return { ...row, floor: toAmount(row.floor), defaultRetail: toAmount(row.defaultRetail) };
}
