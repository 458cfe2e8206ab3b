import type { Prisma } from "../../../prisma/client/client";
import type { Ctx, Tx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { newId } from "../ids";
import { toAmount } from "../money";
import { liftPrices } from "../prices/lift";
import type { ProductSave } from "./schema";

/** A product as operators see it. */
export type Product = ProductSave & { id: string; createdAt: Date; updatedAt: Date };

/**
 * Adds a product, or updates the one with this code; prices below its new floor are raised to it.
 * Throws `conflict` if the currency differs.
 */
export async function saveProduct(ctx: Ctx, input: ProductSave): Promise<Product> {
  return change(ctx, { action: "product.saved", partnerId: null }, async (tx) => {
    const before = await tx.product.findUnique({ where: { code: input.code } });
    const { product, lifted } = await writeProduct(tx, ctx, input);
    const detail = { ...input, lifted, before: before && termsOf(productView(before)) };
    return { result: product, subject: product.id, detail };
  });
}

/** A written product, and the number of prices raised by its floor. */
type WrittenProduct = { product: Product; lifted: number };

/**
 * Writes one product inside the caller's change(), so that an import can write many in one. Throws
 * `conflict` if the product exists in another currency: its prices and charges would change their
 * meaning.
 */
export async function writeProduct(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "clock">,
  input: ProductSave,
): Promise<WrittenProduct> {
  const now = ctx.clock.now();
  const { code, currency, ...fields } = input;
  const update = { ...fields, updatedAt: now };
  const create = { ...update, id: newId("product", now.getTime()), code, currency, createdAt: now };
  const row = await tx.product.upsert({ where: { code }, create, update });
  if (row.currency !== currency) {
    const message = `The currency of product ${code} is ${row.currency} and can't be changed.`;
    fail("conflict", { message, details: { field: "currency" } });
  }
  const lifted = await liftPrices(tx, ctx, { productId: row.id, floor: input.floor, now });
  return { product: productView(row), lifted };
}

function termsOf({ name, floor, defaultRetail }: Product) {
  return { name, floor, defaultRetail };
}

function productView(row: Prisma.ProductGetPayload<object>): Product {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    floor: toAmount(row.floor),
    defaultRetail: toAmount(row.defaultRetail),
    currency: row.currency,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
