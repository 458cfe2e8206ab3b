import type { Tx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { readTerms } from "../terms/queries";
import { hundredthsOf, type Terms } from "../values/terms";
import { type Basis, type Line, newLines, readLines, sumsOf } from "./lines";
import type { NewPayout, PayoutRow } from "./view";

type Month = { partnerId: string; period: string };

/** What the month is calculated with. `closed` are its original payouts, in any currency. */
export async function basisOf(
  tx: Tx,
  { partnerId, period }: Month,
  closed: readonly PayoutRow[],
): Promise<Basis> {
  const terms = await readTerms(tx, { partnerId, period });
  const [original] = closed;
  if (!original) return { terms, period, wholeHundredths: null };
  const lines = await readLines(tx, closed);
  return basisOfClosed(terms, { original, isWhole: isWhole([...lines.values()].flat()) });
}

/** Whether an earlier release closed the month: at one percentage, for all products together. */
export const isWhole = (lines: readonly Line[]) =>
  lines.some(({ productId }) => productId === null);

/**
 * A closed month keeps the percentage that its payouts have: an earlier release can change the
 * partner's row, and terms of products can't begin in a month that is over.
 */
export function basisOfClosed(
  { rules }: Terms,
  { original, isWhole }: { original: PayoutRow; isWhole: boolean },
): Basis {
  const own = original.revsharePct.times(100).toNumber();
  const ofProducts = rules.filter(({ productId }) => productId !== null);
  const terms = { initialHundredths: own, rules: ofProducts };
  return { terms, period: original.period, wholeHundredths: isWhole ? own : null };
}

type Added = { row: NewPayout; lines: readonly Line[] };

/** A pending payout that is the sum of these lines. Throws `conflict` if that is not exact in JSON. */
export function newPayout(
  ids: Month & Pick<PayoutRow, "id" | "currency" | "correctsId">,
  { basis, lines, now }: { basis: Basis; lines: readonly Line[]; now: Date },
): Added {
  const own = hundredthsOf(basis.terms, { productId: null, period: basis.period });
  const sums = sumsOf(lines);
  if (!Number.isSafeInteger(Number(sums.gross))) {
    const { partnerId, period, currency } = ids;
    const message = `The charges of ${partnerId} in ${period} add up to ${sums.gross} (${currency}), more than a payout can be.`;
    fail("conflict", { message });
  }
  const row: NewPayout = {
    ...ids,
    ...sums,
    revsharePct: own / 100,
    status: "pending",
    reference: null,
    createdAt: now,
    settledAt: null,
  };
  return { row, lines };
}

export async function insertPayouts(tx: Tx, added: readonly Added[]): Promise<PayoutRow[]> {
  const rows = await tx.payout.createManyAndReturn({ data: added.map(({ row }) => row) });
  const data = added.flatMap(({ row, lines }) => newLines(row.id, lines));
  await tx.payoutLine.createMany({ data });
  return rows;
}
