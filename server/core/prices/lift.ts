import type { Prisma } from "../../../prisma/client/client";
import type { Actor, Ctx, Tx } from "../actor";
import { actorLabel } from "../change";
import { event } from "../events/event";
import type { EventFact } from "../events/types";
import { newId } from "../ids";

type LiftedProduct = { id: string; code: string; currency: string };

/**
 * Raises every price of a product that is below its floor to the floor, with an entry in each
 * price's history, and returns an event for each. The caller's transaction has just written the product,
 * and so holds the row lock that setPrice() shares: no lower price can be set meanwhile.
 */
export async function liftPrices(
  tx: Tx,
  { actor }: Pick<Ctx, "actor">,
  { product, floor, now }: { product: LiftedProduct; floor: number; now: Date },
): Promise<EventFact[]> {
  const { id: productId, code, currency } = product;
  const where = { productId, amount: { lt: floor } };
  const low = await tx.price.findMany({ where });
  if (low.length === 0) return [];
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
  return low.map(({ partnerId, amount, version }) => {
    const change = { before: Number(amount), after: floor, version: version + 1, currency };
    return event("price.changed", { partnerId, subject: code, data: change });
  });
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
