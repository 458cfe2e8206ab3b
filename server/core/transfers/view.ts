import type { Prisma } from "../../../prisma/client/client";
import { toAmount } from "../values/money";
import type { Transfer } from "./schema";

export type TransferRow = Prisma.TransferGetPayload<object>;

/** A transfer with its partner. */
export type TransferView = Transfer & { partner: { id: string; code: string; name: string } };

export const WITH_PARTNER = { partner: { select: { id: true, code: true, name: true } } } as const;

export function transferView(
  row: Prisma.TransferGetPayload<{ include: typeof WITH_PARTNER }>,
): TransferView {
  return { ...transfer(row), partner: row.partner };
}

export function transfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    statementNumber: toAmount(row.statementNumber),
    currency: row.currency,
    amount: toAmount(row.amount),
    status: row.status,
    reference: row.reference,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    settledAt: row.settledAt,
  };
}
