import type { Prisma } from "../../../prisma/client/client";
import { toAmount } from "../values/money";
import type { Payout } from "./schema";

export type PayoutRow = Prisma.PayoutGetPayload<object>;

/** All columns of a row: leaving one out is a type error. */
export type NewPayout = Required<Prisma.PayoutCreateManyInput>;

/** The lowest and the highest percentage of a payout's lines. */
export type Percents = { min: number; max: number };

/** A payout with its partner, and the percentages that it was calculated with. */
export type PayoutView = Payout & {
  partner: { id: string; code: string; name: string };
  percents: Percents;
};

const DECIDES: Prisma.TransferPayoutWhereInput = {
  OR: [{ isActive: true }, { transfer: { status: "failed" } }],
};

/** The transfers that decide on a payout. */
export const WITH_TRANSFERS = {
  transfers: {
    where: DECIDES,
    select: {
      isActive: true,
      transfer: { select: { id: true, reference: true, settledAt: true } },
    },
  },
} as const;

export const WITH_PARTNER = {
  ...WITH_TRANSFERS,
  partner: { select: { id: true, code: true, name: true } },
} as const;

export type PayoutRowWithPartner = Prisma.PayoutGetPayload<{ include: typeof WITH_PARTNER }>;

/** Without `percents`, the payout has no lines: all of it was calculated at one percentage. */
export function payoutView(row: PayoutRowWithPartner, percents: Percents | undefined): PayoutView {
  const own = row.revsharePct.toNumber();
  return { ...payout(row), partner: row.partner, percents: percents ?? { min: own, max: own } };
}

type WithTransfers = Prisma.PayoutGetPayload<{ include: typeof WITH_TRANSFERS }>;

/** The transfer that the payout is in, or by which it failed. */
function transferOf({ transfers, status, reference, settledAt }: WithTransfers): string | null {
  const found = transfers.find(
    ({ isActive, transfer }) =>
      isActive ||
      (status === "failed" &&
        transfer.reference === reference &&
        transfer.settledAt?.getTime() === settledAt?.getTime()),
  );
  return found?.transfer.id ?? null;
}

/** Rows of new payouts, and of those that were just marked by hand, need no transfers: they are in none. */
export function payout(row: PayoutRow | WithTransfers): Payout {
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
    transferId: "transfers" in row ? transferOf(row) : null,
    createdAt: row.createdAt,
    settledAt: row.settledAt,
  };
}
