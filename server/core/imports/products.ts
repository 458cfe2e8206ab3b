import type { Tx } from "../actor";
import { writeProduct } from "../products/service";
import type { ProductRow, Read, Written } from "./rows";

/**
 * Writes products, within a change() of the caller's: a code that is known changes its product. One in
 * another currency is refused.
 */
export async function writeProducts(
  tx: Tx,
  rows: readonly Read<ProductRow>[],
  now: Date,
): Promise<Written> {
  const codes = rows.map(({ row }) => row.code);
  const known = await tx.product.findMany({ where: { code: { in: codes } } });
  const byCode = new Map<string, ProductRow>(
    known.map(({ code, name, currency, floor, defaultRetail }) => [
      code,
      { code, name, currency, floor: Number(floor), defaultRetail: Number(defaultRetail) },
    ]),
  );
  const refused = new Map<number, string>();
  let written = 0;
  for (const { line, row } of rows) {
    const before = byCode.get(row.code);
    if (before && before.currency !== row.currency) {
      refused.set(line, `currency: the product is in ${before.currency}, which never changes`);
    } else if (!before || !isSame(before, row)) {
      await writeProduct(tx, row, now);
      byCode.set(row.code, row);
      written += 1;
    }
  }
  return { written, refused };
}

function isSame(a: ProductRow, b: ProductRow): boolean {
  return a.name === b.name && a.floor === b.floor && a.defaultRetail === b.defaultRetail;
}
