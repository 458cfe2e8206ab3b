import type { Prisma } from "../../../prisma/client/client";
import { hundredthsOf, inForce, type TermRule, type Terms } from "../values/terms";
import type { Term } from "./schema";

export type TermRow = Prisma.TermGetPayload<object>;

/** All columns of a row: leaving one out is a type error. */
export type NewTerm = Required<Prisma.TermCreateManyInput>;

/** `all` are the partner's terms in the order of their creation; `period` is this month. */
export function termView(
  row: TermRow,
  { product, all, period }: { product: Term["product"]; all: readonly TermRow[]; period: string },
): Term {
  return {
    id: row.id,
    product,
    fromMonth: row.fromMonth,
    type: row.type,
    percent: row.percent.toNumber(),
    status: statusOf(row, all, period),
    createdAt: row.createdAt,
  };
}

function statusOf(row: TermRow, all: readonly TermRow[], period: string): Term["status"] {
  const { id, productId, fromMonth } = row;
  if (inForce(all, productId, fromMonth)?.id !== id) return "replaced";
  if (fromMonth > period) return "upcoming";
  return inForce(all, productId, period)?.id === id ? "current" : "ended";
}

type PartnerColumns = { revsharePct: Prisma.Decimal; ownTerms: Prisma.JsonValue };

const toHundredths = (percent: Prisma.Decimal) => percent.times(100).toNumber();

/** Rows in the order of their creation. */
export function termsOf({ revsharePct }: PartnerColumns, rows: readonly TermRow[]): Terms {
  const ruleOf = ({ productId, fromMonth, percent }: TermRow): TermRule => ({
    productId,
    fromMonth,
    hundredths: toHundredths(percent),
  });
  return { initialHundredths: toHundredths(revsharePct), rules: rows.map(ruleOf) };
}

/** The partner's own percentage in a month, from its row alone. */
export function ownPercent({ revsharePct, ownTerms }: PartnerColumns, period: string): number {
  // Written by a trigger.
  const rules = (ownTerms as { from: string; percent: number }[]).map(({ from, percent }) => ({
    productId: null,
    fromMonth: from,
    hundredths: Math.round(percent * 100),
  }));
  const terms = { initialHundredths: toHundredths(revsharePct), rules };
  return hundredthsOf(terms, { productId: null, period }) / 100;
}
