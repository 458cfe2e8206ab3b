import { listTransfers } from "../../core/transfers/queries";
import { TransferQuery } from "../../core/transfers/schema";
import type { TransferView } from "../../core/transfers/view";
import { decimalOf } from "../../core/values/currencies";
import { Id } from "../../core/values/text";
import { operatorExport, partnerExport } from "../export";

const TRANSFERS = {
  query: TransferQuery.omit({ cursor: true, limit: true }),
  columns: {
    id: ({ id }: TransferView) => id,
    partner: ({ partner }: TransferView) => partner.code,
    statement: ({ statement }: TransferView) => statement,
    statement_number: ({ statementNumber }: TransferView) => statementNumber,
    currency: ({ currency }: TransferView) => currency,
    amount: ({ amount, currency }: TransferView) => decimalOf(amount, currency),
    status: ({ status }: TransferView) => status,
    reference: ({ reference }: TransferView) => reference,
    created_at: ({ createdAt }: TransferView) => createdAt.toISOString(),
    sent_at: ({ sentAt }: TransferView) => sentAt?.toISOString() ?? null,
    settled_at: ({ settledAt }: TransferView) => settledAt?.toISOString() ?? null,
  },
};

export const transfers = partnerExport({
  ...TRANSFERS,
  read: ({ ctx, partnerId }, query) => listTransfers(ctx, { partnerId, ...query }),
});

/** The transfers of all partners, or of one. Without accounts, unlike the bank's file. */
export const platformTransfers = operatorExport({
  ...TRANSFERS,
  query: TRANSFERS.query.extend({ partnerId: Id.optional() }),
  read: ({ ctx }, { partnerId = null, ...query }) => listTransfers(ctx, { partnerId, ...query }),
});
