import type { Ctx, OfPartner } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { event } from "../events/event";
import { newPriceChange } from "./lift";
import { failUnknown, known, readPrice } from "./queries";
import type { Price } from "./schema";

/** A new price; `isExpected` checks the current one first. */
type PriceChangeInput = {
  product: string;
  amount: number;
  isExpected?: (current: Price) => boolean;
};

/**
 * Sets the partner's price and adds it to the history. The same amount again changes nothing.
 * Throws `not_found`, `precondition_failed`, and `price_below_floor` with `floor`.
 */
export async function setPrice(
  ctx: Ctx,
  { partnerId, product, amount, isExpected }: OfPartner & PriceChangeInput,
): Promise<Price> {
  return change(ctx, { action: "price.set", partnerId }, async (tx) => {
    // A shared lock: other partners may set their prices meanwhile, but the floor can't change.
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
    const { name, currency } = before;
    return {
      result: { ...before, ...data, isDefault: false },
      subject,
      detail: { ...amounts, name, currency },
      events: [event("price.changed", { subject, data: { ...amounts, currency } })],
    };
  });
}
