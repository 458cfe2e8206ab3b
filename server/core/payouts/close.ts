import { assertOperator } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { type Changed, change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { event } from "../kernel/event";
import { newId } from "../kernel/ids";
import { sharedNow } from "../kernel/shared-now";
import { cappedAmount, toAmount } from "../values/money";
import { daysOfPeriod, isOver } from "../values/period";
import { PAYOUT_CLOSED } from "./actions";
import { PAYOUT_EVENTS } from "./events";
import { linesOf, readProductSums } from "./lines";
import { basisOf, insertPayouts, newPayout } from "./new-payout";
import type { Payout } from "./schema";
import { payout } from "./view";

/** The totals of a closing in one currency, in minor units. */
type ClosedSum = { currency: string; payouts: number; gross: number; amount: number };

/** The payouts that this call created; empty if the month was closed before. */
type ClosedPeriod = { period: string; partners: number; sums: ClosedSum[] };

/**
 * Creates the payouts of a month for all partners, one per currency with charges. Repeated and
 * concurrent calls create each payout once; if a call is interrupted, the next one completes it. If
 * a partner's month can't be closed, those of the others are, and then its error is thrown.
 * Throws `conflict` while the month is not over.
 */
export async function closePeriod(ctx: Ctx, { period }: { period: string }): Promise<ClosedPeriod> {
  assertOperator(ctx);
  // A closing can't be undone, so the clock of one machine does not decide.
  if (!isOver(period, await sharedNow(ctx))) {
    fail("conflict", {
      message: `${period} can't be closed before ${daysOfPeriod(period).to} (UTC).`,
      details: { field: "period" },
    });
  }
  const made: Payout[][] = [];
  const failures: unknown[] = [];
  for (const partnerId of await findUnclosed(ctx, period)) {
    const target = { action: PAYOUT_CLOSED, partnerId } as const;
    const closing = change(ctx, target, (tx) => closeFor(tx, ctx, partnerId, period));
    await closing.then(
      (payouts) => made.push(payouts),
      (error: unknown) => {
        // No partner would be closed during an outage. Otherwise, one partner stops no other.
        if (ctx.isUnavailable(error)) throw error;
        failures.push(error);
      },
    );
  }
  if (failures.length > 0) throw failures[0];
  const payouts = made.flat();
  const partners = made.filter((some) => some.length > 0).length;
  return { period, partners, sums: sumUp(payouts) };
}

/** Partners with charges in a currency whose month is not closed. */
async function findUnclosed(ctx: Ctx, period: string): Promise<string[]> {
  const { from, to } = daysOfPeriod(period);
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT partner_id AS id FROM charge_days AS days
    WHERE day >= ${from}::text::date AND day < ${to}::text::date AND charges > 0
      AND NOT EXISTS (
        SELECT 1 FROM payouts
        WHERE payouts.partner_id = days.partner_id AND payouts.period = ${period}
          AND payouts.currency = days.currency AND corrects_id IS NULL
      )
    ORDER BY 1`;
  return rows.map(({ id }) => id);
}

// change() has locked the partner's row: no charge and no other closing is written meanwhile.
async function closeFor(
  tx: Tx,
  ctx: Ctx,
  partnerId: string,
  period: string,
): Promise<Changed<Payout[]>> {
  const closed = await tx.payout.findMany({ where: { partnerId, period, correctsId: null } });
  const basis = await basisOf(tx, { partnerId, period }, closed);
  const closedCurrencies = new Set(closed.map(({ currency }) => currency));
  const sums = await readProductSums(tx, { partnerId, period });
  const open = [...new Set(sums.map(({ currency }) => currency))].filter(
    (currency) => !closedCurrencies.has(currency),
  );
  const now = ctx.clock.now();
  const ids = idsInOrder(open.length, now);
  const added = open.map((currency, index) => {
    const id = ids[index] ?? newId("payout", now.getTime());
    const lines = linesOf(
      sums.filter((sum) => sum.currency === currency),
      basis,
    );
    return newPayout({ id, partnerId, period, currency, correctsId: null }, { basis, lines, now });
  });
  const rows = await insertPayouts(tx, added);
  const detail = {
    period,
    payouts: rows.map(({ id }) => id),
    sums: rows.map(({ currency, amount }) => ({ currency, amount: toAmount(amount) })),
  };
  const result = rows.map(payout);
  const events = result.map((one) =>
    event(PAYOUT_EVENTS["payout.created"], { subject: one.id, data: one }),
  );
  return { result, subject: partnerId, detail, events, unchanged: rows.length === 0 };
}

/**
 * New ids, the highest first: lists are sorted by id, newest first, and ids of one millisecond are
 * random, so the currencies of a month would be in another order each month.
 */
function idsInOrder(count: number, now: Date): string[] {
  const ids = Array.from({ length: count }, () => newId("payout", now.getTime()));
  return ids.sort().reverse();
}

function sumUp(payouts: readonly Payout[]): ClosedSum[] {
  const currencies = [...new Set(payouts.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = payouts.filter((one) => one.currency === currency);
    const sumOf = (field: "gross" | "amount") =>
      cappedAmount(own.reduce((sum, one) => sum + BigInt(one[field]), 0n));
    return { currency, payouts: own.length, gross: sumOf("gross"), amount: sumOf("amount") };
  });
}
