import type { Prisma } from "../../../prisma/client/client";
import type { Actor, Ctx, Tx } from "../actor";
import { actorLabel } from "../change";
import { newId } from "../ids";

/**
 * Raises every price of a product that is below its floor to the floor, with an entry in each
 * price's history, and returns their count. The caller's transaction has just written the product,
 * and so holds the row lock that setPrice() shares: no lower price can be set meanwhile.
 */
export async function liftPrices(
  tx: Tx,
  { actor }: Pick<Ctx, "actor">,
  { productId, floor, now }: { productId: string; floor: number; now: Date },
): Promise<number> {
  const where = { productId, amount: { lt: floor } };
  const low = await tx.price.findMany({ where });
  if (low.length === 0) return 0;
  const data = { amount: floor, version: { increment: 1 }, updatedAt: now };
  await tx.price.updateMany({ where, data });
  await tx.priceChange.createMany({
    data: low.map(({ partnerId, amount, version }) =>
      newPriceChange(actor, {
        partnerId,
        productId,
        version: version + 1,
        before: amount,
        after: floor,
        at: now,
      }),
    ),
  });
  return low.length;
}

/** All columns of a row: leaving one out is a type error. */
type PriceChangeRow = Required<Prisma.PriceChangeCreateManyInput>;

/** The row of one change in a price's history. */
export function newPriceChange(
  actor: Actor,
  change: Omit<PriceChangeRow, "id" | "at" | "actorKind" | "changedBy"> & { at: Date },
): PriceChangeRow {
  return {
    id: newId("priceChange", change.at.getTime()),
    partnerId: change.partnerId,
    productId: change.productId,
    version: change.version,
    before: change.before,
    after: change.after,
    at: change.at,
    actorKind: actor.kind,
    changedBy: actorLabel(actor),
  };
}
