import type { Prisma } from "../../../prisma/client/client";
import { toAmount } from "../values/money";
import type { Payout } from "./schema";

export type PayoutRow = Prisma.PayoutGetPayload<object>;

/** All columns of a row: leaving one out is a type error. */
export type NewPayout = Required<Prisma.PayoutCreateManyInput>;

/** A payout with its partner. */
export type PayoutView = Payout & { partner: { id: string; code: string; name: string } };

export const WITH_PARTNER = { partner: { select: { id: true, code: true, name: true } } } as const;

export function payoutView(
  row: Prisma.PayoutGetPayload<{ include: typeof WITH_PARTNER }>,
): PayoutView {
  return { ...payout(row), partner: row.partner };
}

export function payout(row: PayoutRow): Payout {
  return {
    id: row.id,
    period: row.period,
    currency: row.currency,
    gross: toAmount(row.gross),
    revsharePct: row.revsharePct.toNumber(),
    amount: toAmount(row.amount),
    status: row.status,
    reference: row.reference,
    correctsId: row.correctsId,
    createdAt: row.createdAt,
    settledAt: row.settledAt,
  };
}
