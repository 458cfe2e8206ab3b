import type { ActorKind, Prisma } from "../../../prisma/client/client";
import { assertPartner } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import { ProductCode } from "../products/schema";
import { toAmount } from "../values/money";
import type { Price, PriceQuery } from "./schema";

/** The partner's price of every product, ordered by product code. */
export async function listPrices(
  ctx: Ctx,
  { partnerId, cursor, limit }: OfPartner & PriceQuery,
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

/** Throws `not_found`. */
export async function getPrice(
  ctx: Ctx,
  { partnerId, product: code }: { partnerId: string; product: string },
): Promise<Price> {
  assertPartner(ctx, partnerId);
  return readPrice(ctx.db, partnerId, code);
}

/** A change of a price. `changedBy` is a person's email address, a key's id, or "operator". */
export type PriceChange = {
  version: number;
  before: number;
  after: number;
  at: Date;
  actorKind: ActorKind;
  changedBy: string;
};

/** The history of one price, newest first. Throws `not_found`. */
export async function listPriceChanges(
  ctx: Ctx,
  { partnerId, product, cursor, limit }: OfPartner & PriceQuery & { product: string },
): Promise<Page<PriceChange>> {
  assertPartner(ctx, partnerId);
  const found = await ctx.db.product.findUnique({ where: { code: known(product) } });
  if (!found) return failUnknown();
  const of = { list: "price-changes", partnerId, filter: { product } };
  const [last] = readCursor(ctx, of, cursor) ?? [];
  const changes = await ctx.db.priceChange.findMany({
    where: {
      partnerId,
      productId: found.id,
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

export async function readPrice(
  db: Pick<Ctx["db"], "product">,
  partnerId: string,
  code: string,
): Promise<Price> {
  const include = pricesOf(partnerId);
  const row = await db.product.findUnique({ where: { code: known(code) }, include });
  return row ? price(row) : failUnknown();
}

// An invalid code becomes "", which matches nothing and is safe to query.
export function known(code: string): string {
  return ProductCode.safeParse(code).success ? code : "";
}

export function failUnknown(): never {
  return fail("not_found", { message: "Product not found." });
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
    archivedAt: product.archivedAt,
  };
}
