import type { Ctx, Tx } from "../actor";
import { writeProduct } from "../products/mutations";
import type { ProductRow, Read, Written } from "./rows";

/**
 * Writes products, inside the caller's change(); a known code updates its product. Another currency
 * is refused; prices below a new floor are raised to it and counted as `lifted`.
 */
export async function writeProducts(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "clock">,
  rows: readonly Read<ProductRow>[],
): Promise<Written & { lifted: number }> {
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
  let lifted = 0;
  // Sorted by code, so that concurrent imports lock products in the same order.
  for (const { line, row } of rows.toSorted((a, b) => compare(a.row.code, b.row.code))) {
    const before = byCode.get(row.code);
    if (before && before.currency !== row.currency) {
      refused.set(
        line,
        `currency: The product's currency is ${before.currency} and can't be changed.`,
      );
    } else if (!before || !isSame(before, row)) {
      lifted += (await writeProduct(tx, ctx, row)).lifted;
      byCode.set(row.code, row);
      written += 1;
    }
  }
  return { written, refused, lifted };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function isSame(a: ProductRow, b: ProductRow): boolean {
  return a.name === b.name && a.floor === b.floor && a.defaultRetail === b.defaultRetail;
}
