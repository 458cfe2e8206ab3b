import type { Prisma } from "../../../prisma/client/client";
import type { StatementNames } from "../issuer/queries";
import { toAmount } from "../values/money";
import type { Transfer } from "./schema";

/**
 * In SQL, whether `payout` failed because `transfer` did: nobody has marked it and no transfer has
 * taken it since. The one rule of the overview and the notifications.
 */
export const FAILED_BY_TRANSFER = `(transfer.status = 'failed' AND payout.status = 'failed'
  AND payout.settled_at = transfer.settled_at AND payout.reference = transfer.reference)`;

/** The same for a payout of any transfer. */
export const FAILED_IN_TRANSFER = `EXISTS (SELECT FROM transfer_payouts AS link
  JOIN transfers AS transfer ON transfer.id = link.transfer_id
  WHERE link.payout_id = payout.id AND ${FAILED_BY_TRANSFER})`;

export type TransferRow = Prisma.TransferGetPayload<object>;

export type TransferView = Transfer & { partner: { id: string; code: string; name: string } };

export const WITH_PARTNER = { partner: { select: { id: true, code: true, name: true } } } as const;

export function transferView(
  row: Prisma.TransferGetPayload<{ include: typeof WITH_PARTNER }>,
  names: StatementNames,
): TransferView {
  return { ...transfer(row, names), partner: row.partner };
}

export function transfer(row: TransferRow, names: StatementNames): Transfer {
  return {
    id: row.id,
    statement: names(row),
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
