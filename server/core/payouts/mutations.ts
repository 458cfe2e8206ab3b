import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { event } from "../events/event";
import { newId } from "../ids";
import { shareOf } from "../money";
import { grossOf } from "./close";
import { getPayout } from "./queries";
import type { Payout, PayoutMark } from "./schema";
import { type NewPayout, type PayoutRow, payout } from "./view";

/**
 * Records whether the transfer of a payout succeeded or failed. A failed payout may be paid later,
 * and a paid one may be returned. Throws `not_found`, and `conflict` if it has this status under
 * another reference: it would have been paid twice.
 */
export async function markPayout(ctx: Ctx, input: PayoutMark): Promise<Payout> {
  assertOperator(ctx);
  const { payoutId, status, reference } = input;
  const { partner } = await getPayout(ctx, { payoutId });
  return change(ctx, { action: "payout.marked", partnerId: partner.id }, async (tx) => {
    const before = await tx.payout.findUniqueOrThrow({ where: { id: payoutId } });
    if (before.status === status) {
      if (before.reference !== reference) {
        fail("conflict", {
          message: `The payout is already ${status} with the reference ${before.reference}.`,
        });
      }
      return { result: payout(before), subject: payoutId, unchanged: true };
    }
    const settledAt = ctx.clock.now();
    const row = await tx.payout.update({
      where: { id: payoutId },
      data: { status, reference, settledAt },
    });
    const { period, currency, amount } = payout(row);
    const detail = { period, currency, amount, before: before.status, after: status, reference };
    const type = status === "paid" ? "payout.paid" : "payout.failed";
    const data = { period, currency, amount, reference };
    const events = [event(type, { subject: payoutId, data })];
    return { result: payout(row), subject: payoutId, detail, events };
  });
}

/**
 * Adjusts a closed month after its charges were added or removed: after the adjustment, all lines
 * of the month add up to the share of its current gross revenue, at the percentage of the original
 * payout. `payoutId` is any line of the month; returns null if nothing has changed. Throws
 * `not_found`.
 */
export async function correctPayout(
  ctx: Ctx,
  { payoutId }: { payoutId: string },
): Promise<Payout | null> {
  assertOperator(ctx);
  const { partner } = await getPayout(ctx, { payoutId });
  const partnerId = partner.id;
  return change(ctx, { action: "payout.corrected", partnerId }, async (tx) => {
    const { period, currency } = await tx.payout.findUniqueOrThrow({ where: { id: payoutId } });
    const lines = await tx.payout.findMany({ where: { partnerId, period, currency } });
    const closing = lines.find(({ correctsId }) => correctsId === null);
    if (!closing) throw new Error(`payout ${payoutId} adjusts a payout that does not exist`);
    const sums = await grossOf(tx, partnerId, period);
    const gross = sums.find((sum) => sum.currency === currency)?.gross ?? 0n;
    const difference = gross - total(lines, "gross");
    if (difference === 0n) return { result: null, subject: closing.id, unchanged: true };
    const share = shareOf(gross, closing.revsharePct.times(100).toNumber());
    const createdAt = ctx.clock.now();
    const data: NewPayout = {
      id: newId("payout", createdAt.getTime()),
      partnerId,
      period,
      currency,
      gross: difference,
      revsharePct: closing.revsharePct,
      amount: share - total(lines, "amount"),
      status: "pending",
      reference: null,
      correctsId: closing.id,
      createdAt,
      settledAt: null,
    };
    const row = await tx.payout.create({ data });
    const { gross: added, amount } = payout(row);
    const line = { period, currency, gross: added, amount };
    const detail = { payout: row.id, ...line };
    const adjusted = { subject: row.id, data: { ...line, correctsId: closing.id } };
    const events = [event("payout.adjusted", adjusted)];
    return { result: payout(row), subject: closing.id, detail, events };
  });
}

function total(lines: readonly PayoutRow[], field: "gross" | "amount"): bigint {
  return lines.reduce((sum, line) => sum + line[field], 0n);
}
