import type { Prisma } from "../../../prisma/client/client";
import type { Actor, Ctx, OfPartner, Tx } from "../kernel/actor";
import { actorKind, actorLabel, change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { type EventFact, event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { PRICE_SET } from "./actions";
import { PRICE_EVENTS } from "./events";
import { failUnknown, known, readPrice } from "./queries";
import type { Price } from "./schema";

type PriceChangeInput = { product: string; amount: number } & Expecting<Price>;

/**
 * Sets the partner's price and adds it to the history. The same amount again changes nothing.
 * Throws `not_found`, `conflict` if the product is archived, `precondition_failed`, and
 * `price_below_floor` with `floor`.
 */
export async function setPrice(
  ctx: Ctx,
  { partnerId, product, amount, isExpected }: OfPartner & PriceChangeInput,
): Promise<Price> {
  return change(ctx, { action: PRICE_SET, partnerId }, async (tx) => {
    // A shared lock: other partners may set their prices meanwhile, but the product can't change.
    const [held] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM products WHERE code = ${known(product)} FOR SHARE`;
    if (!held) return failUnknown();
    const before = await readPrice(tx, partnerId, product);
    if (before.archivedAt) {
      const message = "The product is archived, so its price can't be changed.";
      fail("conflict", { message, details: { status: "archived" } });
    }
    assertExpected(isExpected, before);
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
    const { name, currency } = before;
    return {
      result: { ...before, ...data, isDefault: false },
      subject,
      detail: { ...amounts, name, currency },
      events: [event(PRICE_EVENTS["price.changed"], { subject, data: { ...amounts, currency } })],
    };
  });
}

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
    return event(PRICE_EVENTS["price.changed"], { partnerId, subject: code, data: change });
  });
}

/** All columns of a row: leaving one out is a type error. */
type PriceChangeRow = Required<Prisma.PriceChangeCreateManyInput>;

/** The row of one change in a price's history. */
function newPriceChange(
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
    actorKind: actorKind(actor),
    changedBy: actorLabel(actor),
  };
}
