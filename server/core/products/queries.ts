import { assertOperator } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import { containing } from "../kernel/patterns";
import { ProductCode, type ProductSearch } from "./schema";
import { type ListedProduct, type Product, productView } from "./view";

/** A page of the products, by code; for operators. */
export async function listProducts(
  ctx: Ctx,
  { cursor, limit, ...filter }: ProductSearch,
): Promise<Page<ListedProduct>> {
  assertOperator(ctx);
  const of = { list: "products", partnerId: "", filter };
  const [last] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.product.findMany({
    where: {
      ...(filter.search && matching(filter.search)),
      ...(filter.status && IN_STATUS[filter.status]),
      code: { gt: last },
    },
    orderBy: { code: "asc" },
    take: limit + 1,
    include: { _count: { select: { prices: true } } },
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ code }) => [code] });
  const data = page.data.map(({ _count, ...row }) => ({
    ...productView(row),
    ownPrices: _count.prices,
  }));
  return { ...page, data };
}

const IN_STATUS = {
  active: { archivedAt: null },
  archived: { archivedAt: { not: null } },
} as const;

function matching(search: string) {
  const found = containing(search);
  return { OR: [{ code: found }, { name: found }] };
}

/** The product with this code; for operators. Throws `not_found`. */
export async function getProduct(ctx: Ctx, { code }: { code: string }): Promise<Product> {
  assertOperator(ctx);
  const row = ProductCode.safeParse(code).success
    ? await ctx.db.product.findUnique({ where: { code } })
    : null;
  return row ? productView(row) : fail("not_found", { message: "Product not found." });
}
