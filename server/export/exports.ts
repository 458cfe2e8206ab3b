import { decimalOf } from "../core/currencies";
import { listCustomers } from "../core/customers/list";
import { CustomerSearch } from "../core/customers/schema";
import { listPayouts } from "../core/payouts/list";
import { PayoutSearch } from "../core/payouts/schema";
import { type Export, partnerExport, ROWS_AT_ONCE, sharedExport } from "./export";

const customers = partnerExport({
  query: CustomerSearch.omit({ cursor: true, limit: true }),
  read: ({ ctx, partnerId }, query, cursor) =>
    listCustomers(ctx, partnerId, { ...query, cursor, limit: ROWS_AT_ONCE }),
  columns: {
    id: ({ id }) => id,
    email: ({ email }) => email,
    name: ({ name }) => name,
    external_id: ({ externalId }) => externalId,
    status: ({ status }) => status,
    created_at: ({ createdAt }) => createdAt.toISOString(),
    metadata: ({ metadata }) =>
      Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null,
  },
});

const payouts = sharedExport({
  query: PayoutSearch.omit({ cursor: true, limit: true }),
  read: ({ ctx, partnerId }, query, cursor) =>
    listPayouts(ctx, partnerId, { ...query, cursor, limit: ROWS_AT_ONCE }),
  columns: {
    id: ({ id }) => id,
    partner: ({ partner }) => partner.code,
    period: ({ period }) => period,
    currency: ({ currency }) => currency,
    gross: ({ gross, currency }) => decimalOf(gross, currency),
    revshare_pct: ({ revsharePct }) => revsharePct,
    amount: ({ amount, currency }) => decimalOf(amount, currency),
    status: ({ status }) => status,
    reference: ({ reference }) => reference,
    corrects_id: ({ correctsId }) => correctsId,
    created_at: ({ createdAt }) => createdAt.toISOString(),
    settled_at: ({ settledAt }) => settledAt?.toISOString() ?? null,
  },
});

/** What can be saved as CSV, by the name in its address: `/api/export/<name>`. */
export const EXPORTS: Readonly<Record<string, Export>> = { customers, payouts };
