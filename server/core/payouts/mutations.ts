import { statementNames } from "../issuer/queries";
import { assertOperator } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { type EventFact, event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { PAYOUT_CORRECTED, PAYOUT_MARKED } from "./actions";
import { PAYOUT_EVENTS } from "./events";
import { differenceOf, linesOf, readLines, readProductSums } from "./lines";
import { basisOf, insertPayouts, newPayout } from "./new-payout";
import { getPayout } from "./queries";
import type { Payout, PayoutMark } from "./schema";
import { type PayoutRow, payout, WITH_TRANSFERS } from "./view";

/**
 * Records whether the transfer of a payout succeeded or failed. A failed payout may be paid later,
 * and a paid one may be returned. Throws `not_found`, and `conflict` if it has this status under
 * another reference, because it would have been paid twice, or if it is in a transfer, which decides.
 */
export async function markPayout(
  ctx: Ctx,
  { isExpected, ...input }: PayoutMark & Expecting<Payout>,
): Promise<Payout> {
  assertOperator(ctx);
  const { payoutId, status, reference } = input;
  const { partner } = await getPayout(ctx, { payoutId });
  return change(ctx, { action: PAYOUT_MARKED, partnerId: partner.id }, async (tx) => {
    const where = { id: payoutId };
    const before = await tx.payout.findUniqueOrThrow({ where, include: WITH_TRANSFERS });
    assertExpected(isExpected, payout(before));
    if (before.status === status) {
      if (before.reference !== reference) {
        fail("conflict", {
          message: `The payout is already ${status} with the reference ${before.reference}.`,
        });
      }
      return { result: payout(before), subject: payoutId, unchanged: true };
    }
    await assertInNoTransfer(tx, payoutId);
    const settledAt = ctx.clock.now();
    const row = await tx.payout.update({ where, data: { status, reference, settledAt } });
    const { period, currency, amount } = payout(row);
    const detail = { period, currency, amount, before: before.status, after: status, reference };
    const events = [payoutSettled(row, { status, reference, transferId: null })];
    return { result: payout(row), subject: payoutId, detail, events };
  });
}

/** Its transfer is marked instead. The database refuses it, too. */
async function assertInNoTransfer(tx: Tx, payoutId: string): Promise<void> {
  const link = await tx.transferPayout.findFirst({
    where: { payoutId, isActive: true },
    include: { transfer: true },
  });
  if (!link) return;
  const { id, status } = link.transfer;
  const statement = (await statementNames(tx))(link.transfer);
  fail("conflict", {
    message: `The payout is in transfer ${statement}, which is ${status}. Update that transfer instead.`,
    details: { transfer_id: id },
  });
}

type Settled = Pick<PayoutMark, "status" | "reference"> & { transferId: string | null };

/** The event of a payout that was paid or failed. */
export function payoutSettled(
  row: PayoutRow,
  { status, reference, transferId }: Settled,
): EventFact {
  const { id: subject, period, currency, amount } = payout(row);
  const data = { period, currency, amount, reference, transferId };
  return event(PAYOUT_EVENTS[`payout.${status}`], { subject, data });
}

/**
 * Adjusts a closed month after its charges were added or removed: after the adjustment, all lines
 * of the month add up to the shares of its current revenue by product, at the percentages of that
 * month. `payoutId` is any payout of the month; returns null if nothing has changed. Throws
 * `not_found`.
 */
export async function recalculatePayout(
  ctx: Ctx,
  { payoutId }: { payoutId: string },
): Promise<Payout | null> {
  assertOperator(ctx);
  const { partner } = await getPayout(ctx, { payoutId });
  const partnerId = partner.id;
  return change(ctx, { action: PAYOUT_CORRECTED, partnerId }, async (tx) => {
    const { period, currency } = await tx.payout.findUniqueOrThrow({ where: { id: payoutId } });
    const month = { partnerId, period, currency };
    const added = await adjustMonth(tx, month, ctx.clock.now());
    const subject = await closingOf(tx, month);
    if (!added) return { result: null, subject, unchanged: true };
    const { gross, amount } = added.payout;
    const detail = { payout: added.payout.id, period, currency, gross, amount };
    return { result: added.payout, subject, detail, events: [added.event] };
  });
}

async function closingOf(tx: Tx, month: Month): Promise<string> {
  const { id } = await tx.payout.findFirstOrThrow({ where: { ...month, correctsId: null } });
  return id;
}

type Month = { partnerId: string; period: string; currency: string };
type Added = { payout: Payout; event: EventFact };

/**
 * Adjusts the closed months of late rows that are in no payout yet, inside the caller's change():
 * the partner is locked. Rows that cancel each other out change no payout.
 */
export async function adjustLateMonths(
  tx: Tx,
  { partnerId, now }: { partnerId: string; now: Date },
): Promise<Added[]> {
  const months = await tx.$queryRaw<{ period: string; currency: string }[]>`
    SELECT DISTINCT to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS period, currency
    FROM charges WHERE partner_id = ${partnerId} AND late AND payout_id IS NULL
    ORDER BY 1, 2`;
  const added: Added[] = [];
  for (const month of months) {
    const one = await adjustMonth(tx, { partnerId, ...month }, now);
    if (one) added.push(one);
  }
  return added;
}

/** A currency without a payout in a closed month gets its first one. */
async function adjustMonth(tx: Tx, month: Month, now: Date): Promise<Added | null> {
  const { partnerId, period, currency } = month;
  const ofMonth = await tx.payout.findMany({ where: { partnerId, period } });
  const own = ofMonth.filter((one) => one.currency === currency);
  const isOriginal = ({ correctsId }: PayoutRow) => correctsId === null;
  const closing = own.find(isOriginal);
  const closed = closing ? [closing] : ofMonth.filter(isOriginal);
  if (closed.length === 0) throw new Error(`${period} of ${partnerId} is adjusted but not closed`);
  const basis = await basisOf(tx, month, closed);
  const sums = await readProductSums(tx, { partnerId, period });
  const wanted = linesOf(
    sums.filter((sum) => sum.currency === currency),
    basis,
  );
  const before = [...(await readLines(tx, own)).values()].flat();
  const lines = differenceOf(wanted, before);
  if (lines.every((one) => one.charges === one.refunded && one.share === 0n)) return null;
  const ids = { id: newId("payout", now.getTime()), ...month, correctsId: closing?.id ?? null };
  const [row] = await insertPayouts(tx, [newPayout(ids, { basis, lines, now })]);
  if (!row) throw new Error("the database did not return the new payout");
  await tx.$executeRaw`
    UPDATE charges SET payout_id = ${row.id}
    WHERE partner_id = ${partnerId} AND currency = ${currency} AND late AND payout_id IS NULL
      AND to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') = ${period}`;
  return { payout: payout(row), event: addedEvent(payout(row)) };
}

function addedEvent({ id: subject, period, currency, gross, amount, correctsId }: Payout) {
  const line = { period, currency, gross, amount };
  return correctsId === null
    ? event(PAYOUT_EVENTS["payout.created"], { subject, data: line })
    : event(PAYOUT_EVENTS["payout.adjusted"], { subject, data: { ...line, correctsId } });
}
