import type { ActorKind, Prisma } from "../../../prisma/client/client";
import { assertPartner } from "../access";
import type { Ctx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { toAmount } from "../money";
import { cutPage, type Page, readCursor } from "../paging";
import { ProductCode } from "../products/schema";
import { newPriceChange } from "./lift";
import type { Price, PriceQuery } from "./schema";

/** The partner's price of every product, in the order of the products' codes. */
export async function listPrices(
  ctx: Ctx,
  partnerId: string,
  { cursor, limit }: PriceQuery,
): Promise<Page<Price>> {
  assertPartner(ctx, partnerId);
  const of = { list: "prices", partnerId, filter: {} };
  const [last] = readCursor(ctx, of, cursor) ?? [];
  const products = await ctx.db.product.findMany({
    where: { code: { gt: last } },
    orderBy: { code: "asc" },
    take: limit + 1,
    include: pricesOf(partnerId),
  });
  const rows = products.map(price);
  return cutPage(ctx, of, { rows, limit, position: ({ product }) => [product] });
}

/** The partner's price of one product. Throws `not_found`. */
export async function getPrice(ctx: Ctx, partnerId: string, code: string): Promise<Price> {
  assertPartner(ctx, partnerId);
  return readPrice(ctx.db, partnerId, code);
}

/** A new price; `isExpected` is asked about the one that it would replace. */
type PriceChangeInput = {
  product: string;
  amount: number;
  isExpected?: (current: Price) => boolean;
};

/**
 * Sets the partner's price, and keeps who did, when, and what it was before. The same amount again
 * changes nothing. Throws `not_found`, `precondition_failed`, and `price_below_floor` with `floor`.
 */
export async function setPrice(
  ctx: Ctx,
  partnerId: string,
  { product, amount, isExpected }: PriceChangeInput,
): Promise<Price> {
  return change(ctx, { action: "price.set", partnerId }, async (tx) => {
    // Shared: prices of other partners may be set meanwhile, but the floor stays where it is.
    const [held] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM products WHERE code = ${known(product)} FOR SHARE`;
    if (!held) return failUnknown();
    const before = await readPrice(tx, partnerId, product);
    if (isExpected && !isExpected(before)) fail("precondition_failed");
    if (amount < before.floor) fail("price_below_floor", { details: { floor: before.floor } });
    const subject = product;
    if (!before.isDefault && before.amount === amount) {
      return { result: before, subject, unchanged: true };
    }
    const now = ctx.clock.now();
    const ids = { partnerId, productId: held.id };
    const data = { amount, version: before.version + 1, updatedAt: now };
    await tx.price.upsert({
      where: { partnerId_productId: ids },
      create: { ...ids, ...data },
      update: data,
    });
    const amounts = { before: before.amount, after: amount, version: data.version };
    await tx.priceChange.create({
      data: newPriceChange(ctx.actor, { ...ids, ...amounts, at: now }),
    });
    const detail = { ...amounts, name: before.name, currency: before.currency };
    return { result: { ...before, ...data, isDefault: false }, subject, detail };
  });
}

/** One change of a price. `changedBy` is a person's address, a key's id, or "operator". */
export type PriceChange = {
  version: number;
  before: number;
  after: number;
  at: Date;
  actorKind: ActorKind;
  changedBy: string;
};

/** The history of one price, newest change first. Throws `not_found`. */
export async function listPriceChanges(
  ctx: Ctx,
  partnerId: string,
  { product, cursor, limit }: PriceQuery & { product: string },
): Promise<Page<PriceChange>> {
  assertPartner(ctx, partnerId);
  const found = await ctx.db.product.findUnique({ where: { code: known(product) } });
  if (!found) return failUnknown();
  const of = { list: "price-changes", partnerId, filter: { product } };
  const [last] = readCursor(ctx, of, cursor) ?? [];
  const changes = await ctx.db.priceChange.findMany({
    where: {
      ...{ partnerId, productId: found.id },
      ...(last !== undefined && { version: { lt: Number(last) } }),
    },
    orderBy: { version: "desc" },
    take: limit + 1,
    select: {
      version: true,
      before: true,
      after: true,
      at: true,
      actorKind: true,
      changedBy: true,
    },
  });
  const rows = changes.map((row) => ({
    ...row,
    before: toAmount(row.before),
    after: toAmount(row.after),
  }));
  return cutPage(ctx, of, { rows, limit, position: ({ version }) => [String(version)] });
}

async function readPrice(
  db: Pick<Ctx["db"], "product">,
  partnerId: string,
  code: string,
): Promise<Price> {
  const include = pricesOf(partnerId);
  const row = await db.product.findUnique({ where: { code: known(code) }, include });
  return row ? price(row) : failUnknown();
}

// What cannot be a code is looked up as none, so that it never reaches the database.
function known(code: string): string {
  return ProductCode.safeParse(code).success ? code : "";
}

function failUnknown(): never {
  return fail("not_found", { message: "no such product" });
}

const pricesOf = (partnerId: string) => ({ prices: { where: { partnerId } } });

type Row = Prisma.ProductGetPayload<{ include: ReturnType<typeof pricesOf> }>;

function price({ prices: [own], ...product }: Row): Price {
  return {
    product: product.code,
    name: product.name,
    floor: toAmount(product.floor),
    amount: toAmount(own?.amount ?? product.defaultRetail),
    currency: product.currency,
    isDefault: own === undefined,
    version: own?.version ?? 0,
    updatedAt: own?.updatedAt ?? product.updatedAt,
  };
}
