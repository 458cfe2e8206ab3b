import { assertOperator } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { cutPage, type Page, type Pages, readCursor } from "../kernel/paging";
import { ProductCode } from "./schema";
import { type Product, productView } from "./view";

/** A page of the products, by code; for operators. */
export async function listProducts(ctx: Ctx, { cursor, limit }: Pages): Promise<Page<Product>> {
  assertOperator(ctx);
  const of = { list: "products", partnerId: "", filter: {} };
  const [last] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.product.findMany({
    where: { code: { gt: last } },
    orderBy: { code: "asc" },
    take: limit + 1,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ code }) => [code] });
  return { ...page, data: page.data.map(productView) };
}

/** The product with this code; for operators. Throws `not_found`. */
export async function getProduct(ctx: Ctx, { code }: { code: string }): Promise<Product> {
  assertOperator(ctx);
  const row = ProductCode.safeParse(code).success
    ? await ctx.db.product.findUnique({ where: { code } })
    : null;
  return row ? productView(row) : fail("not_found", { message: "Product not found." });
}
