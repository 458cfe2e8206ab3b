import { assertOperator } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { readTermsOf } from "../terms/queries";
import { cappedAmount } from "../values/money";
import {
  type Basis,
  type Line,
  linesOf,
  type ProductSum,
  readLines,
  readProductSums,
  sumsOf,
} from "./lines";
import { basisOfClosed, isWhole } from "./new-payout";
import type { PayoutRow, Percents } from "./view";

/** One partner's month in one currency, closed or not; in minor units. */
export type PreviewLine = {
  partner: { id: string; code: string; name: string };
  currency: string;
  gross: number;
  percents: Percents;
  amount: number;
  isClosed: boolean;
};

/**
 * The payouts that closing the month now would create; for those that exist, their original
 * amounts. For operators; the month need not be over.
 */
export async function previewPeriod(
  ctx: Ctx,
  { period }: { period: string },
): Promise<PreviewLine[]> {
  assertOperator(ctx);
  const sums = groupOf(await readProductSums(ctx.db, { period }));
  const partnerIds = [...sums.keys()];
  const [partners, closed, terms] = await Promise.all([
    ctx.db.partner.findMany({ where: { id: { in: partnerIds } }, orderBy: { code: "asc" } }),
    ctx.db.payout.findMany({ where: { period, correctsId: null }, orderBy: { id: "asc" } }),
    readTermsOf(ctx.db, { partnerIds, period }),
  ]);
  const lines = await readLines(ctx.db, closed);
  const originals = groupOf(closed);
  return partners.flatMap(({ id, code, name }) => {
    const own = originals.get(id) ?? [];
    const [original] = own;
    const ofPartner = terms.get(id) ?? { initialHundredths: 0, rules: [] };
    const whole = isWhole(own.flatMap((one) => lines.get(one.id) ?? []));
    const basis = original
      ? basisOfClosed(ofPartner, { original, isWhole: whole })
      : { terms: ofPartner, period, wholeHundredths: null };
    return previewOf(sums.get(id) ?? [], { basis, own, lines }).map((line) => ({
      partner: { id, code, name },
      ...line,
    }));
  });
}

function previewOf(
  sums: readonly ProductSum[],
  { basis, own, lines }: { basis: Basis; own: readonly PayoutRow[]; lines: Map<string, Line[]> },
): Omit<PreviewLine, "partner">[] {
  return [...new Set(sums.map(({ currency }) => currency))].map((currency) => {
    const original = own.find((one) => one.currency === currency);
    const ofCurrency = sums.filter((sum) => sum.currency === currency);
    const now = linesOf(ofCurrency, basis);
    const { gross, amount } = original ?? sumsOf(now);
    return {
      currency,
      gross: cappedAmount(gross),
      percents: percentsOf((original && lines.get(original.id)) ?? now),
      amount: cappedAmount(amount),
      isClosed: original !== undefined,
    };
  });
}

function percentsOf(lines: readonly Line[]): Percents {
  const all = lines.map(({ hundredths }) => hundredths / 100);
  return { min: Math.min(...all), max: Math.max(...all) };
}

function groupOf<T extends { partnerId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.partnerId);
    if (group) group.push(row);
    else groups.set(row.partnerId, [row]);
  }
  return groups;
}
