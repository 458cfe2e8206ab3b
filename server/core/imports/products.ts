import type { Ctx, Tx } from "../kernel/actor";
import type { EventFact } from "../kernel/event";
import { productEvents, writeProduct } from "../products/mutations";
import type { ProductRow, Read, Written } from "./rows";

/**
 * Writes products, inside the caller's change(); a known code updates its product. Another currency
 * is refused; prices below a new floor are raised to it and counted as `lifted`.
 */
export async function writeProducts(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "clock">,
  { rows, importId }: { rows: readonly Read<ProductRow>[]; importId: string },
): Promise<Written & { lifted: number }> {
  const codes = rows.map(({ row }) => row.code);
  const known = await tx.product.findMany({ where: { code: { in: codes } } });
  const archived = new Set(known.flatMap(({ code, archivedAt }) => (archivedAt ? code : [])));
  const byCode = new Map<string, ProductRow>(
    known.map(({ code, name, currency, floor, defaultRetail }) => [
      code,
      { code, name, currency, floor: Number(floor), defaultRetail: Number(defaultRetail) },
    ]),
  );
  const refused = new Map<number, string>();
  const lifts: EventFact[] = [];
  const changed: string[] = [];
  // Sorted by code, so that concurrent imports lock products in the same order.
  for (const { line, row } of rows.toSorted((a, b) => compare(a.row.code, b.row.code))) {
    const before = byCode.get(row.code);
    if (before && before.currency !== row.currency) {
      refused.set(
        line,
        `currency: The product's currency is ${before.currency} and can't be changed.`,
      );
    } else if (before && archived.has(row.code) && !isSame(before, row)) {
      refused.set(line, "code: The product is archived. Unarchive it first.");
    } else if (!before || !isSame(before, row)) {
      lifts.push(...(await writeProduct(tx, ctx, row)).lifts);
      changed.push(row.code);
      byCode.set(row.code, row);
    }
  }
  const events = [...(await productEvents(tx, changed, importId)), ...lifts];
  return { written: changed.length, refused, lifted: lifts.length, events };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function isSame(a: ProductRow, b: ProductRow): boolean {
  return a.name === b.name && a.floor === b.floor && a.defaultRetail === b.defaultRetail;
}
