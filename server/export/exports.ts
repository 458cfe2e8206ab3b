import { z } from "zod";
import { listAudit, listPlatformAudit } from "../core/audit/queries";
import { AuditFilter, PlatformAuditFilter } from "../core/audit/schema";
import { decimalOf } from "../core/currencies";
import { listCustomers } from "../core/customers/queries";
import { CustomerSearch } from "../core/customers/schema";
import { listRejections } from "../core/imports/queries";
import { burstOf } from "../core/keys/limits";
import { KeySearch, searchKeys } from "../core/keys/search";
import { getMetrics } from "../core/metrics/queries";
import { MetricsQuery } from "../core/metrics/schema";
import { listPayouts } from "../core/payouts/queries";
import { PayoutSearch } from "../core/payouts/schema";
import type { PayoutView } from "../core/payouts/view";
import { listPrices } from "../core/prices/queries";
import { PriceQuery } from "../core/prices/schema";
import { listRequests } from "../core/requests/queries";
import { RequestFilter } from "../core/requests/schema";
import { countUnlisted } from "../core/requests/unlisted";
import { unlistedText } from "../core/requests/view";
import { Id } from "../core/text";
import { type Export, operatorExport, partnerExport } from "./export";

const customers = partnerExport({
  query: CustomerSearch.omit({ cursor: true, limit: true }),
  read: ({ ctx, partnerId }, query) => listCustomers(ctx, { partnerId, ...query }),
  columns: {
    id: ({ id }) => id,
    email: ({ email }) => email,
    name: ({ name }) => name,
    external_id: ({ externalId }) => externalId,
    created_at: ({ createdAt }) => createdAt.toISOString(),
    metadata: ({ metadata }) =>
      Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null,
  },
});

const apiKeys = partnerExport({
  query: KeySearch.omit({ cursor: true, limit: true }),
  read: ({ ctx, partnerId }, query) => searchKeys(ctx, { partnerId, ...query }),
  columns: {
    id: ({ id }) => id,
    name: ({ label }) => label,
    key: ({ head, tail }) => `${head}...${tail}`,
    scopes: ({ scopes }) => scopes.join(" "),
    status: ({ state }) => state,
    requests_per_minute: ({ perMinute }) => perMinute,
    burst: ({ perMinute }) => burstOf(perMinute),
    replaces_id: ({ replacesId }) => replacesId,
    created_at: ({ createdAt }) => createdAt.toISOString(),
    created_by: ({ createdBy }) => createdBy,
    expires_at: ({ expiresAt }) => expiresAt?.toISOString() ?? null,
    revoked_at: ({ revokedAt }) => revokedAt?.toISOString() ?? null,
    revoked_by: ({ revokedBy }) => revokedBy,
    last_used_at: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null,
    last_used_address: ({ lastUsedAddress }) => lastUsedAddress,
  },
});

const PAYOUTS = {
  query: PayoutSearch.omit({ cursor: true, limit: true }),
  columns: {
    id: ({ id }: PayoutView) => id,
    partner: ({ partner }: PayoutView) => partner.code,
    period: ({ period }: PayoutView) => period,
    currency: ({ currency }: PayoutView) => currency,
    gross: ({ gross, currency }: PayoutView) => decimalOf(gross, currency),
    revshare_pct: ({ revsharePct }: PayoutView) => revsharePct,
    amount: ({ amount, currency }: PayoutView) => decimalOf(amount, currency),
    status: ({ status }: PayoutView) => status,
    reference: ({ reference }: PayoutView) => reference,
    corrects_id: ({ correctsId }: PayoutView) => correctsId,
    created_at: ({ createdAt }: PayoutView) => createdAt.toISOString(),
    settled_at: ({ settledAt }: PayoutView) => settledAt?.toISOString() ?? null,
  },
};

const payouts = partnerExport({
  ...PAYOUTS,
  read: ({ ctx, partnerId }, query) => listPayouts(ctx, { partnerId, ...query }),
});

/** The payouts of all partners, or of one. */
const platformPayouts = operatorExport({
  ...PAYOUTS,
  query: PAYOUTS.query.extend({ partnerId: Id.optional() }),
  read: ({ ctx }, { partnerId = null, ...query }) => listPayouts(ctx, { partnerId, ...query }),
});

const prices = partnerExport({
  query: PriceQuery.omit({ cursor: true, limit: true }),
  read: ({ ctx, partnerId }, query) => listPrices(ctx, { partnerId, ...query }),
  columns: {
    product: ({ product }) => product,
    name: ({ name }) => name,
    currency: ({ currency }) => currency,
    floor: ({ floor, currency }) => decimalOf(floor, currency),
    price: ({ amount, currency }) => decimalOf(amount, currency),
    margin: ({ amount, floor, currency }) => decimalOf(amount - floor, currency),
    version: ({ version }) => version,
    updated_at: ({ updatedAt }) => updatedAt.toISOString(),
  },
});

const metrics = partnerExport({
  query: MetricsQuery,
  read: async ({ ctx, partnerId }, query) => {
    const { series } = await getMetrics(ctx, { partnerId, ...query });
    // One line per currency: amounts in different currencies must not share a column. New customers
    // have none, so that only the first line has them: a sum of the column counts each once.
    const data = series.flatMap(({ revenue, ...point }) =>
      (revenue.length > 0 ? revenue : [null]).map((entry, index) => ({
        ...point,
        entry,
        isFirst: index === 0,
      })),
    );
    return { data, nextCursor: null };
  },
  columns: {
    from: ({ from }) => from,
    to: ({ to }) => to,
    customers: ({ customers }) => customers,
    new_customers: ({ newCustomers, isFirst }) => (isFirst ? newCustomers : null),
    currency: ({ entry }) => entry?.currency ?? null,
    charges: ({ entry }) => entry?.charges ?? null,
    gross: ({ entry }) => entry && decimalOf(entry.gross, entry.currency),
  },
});

const audit = partnerExport({
  query: AuditFilter,
  read: ({ ctx, partnerId }, query) => listAudit(ctx, { partnerId, ...query }),
  columns: {
    at: ({ at }) => at.toISOString(),
    actor: ({ actor }) => actor.name,
    did: ({ sentence }) => sentence,
    action: ({ action }) => action,
    subject: ({ subject }) => subject,
    address: ({ address }) => address,
    id: ({ id }) => id,
  },
});

const requests = partnerExport({
  query: RequestFilter,
  read: ({ ctx, partnerId }, query) => listRequests(ctx, { partnerId, ...query }),
  footer: async ({ ctx, partnerId }, query) =>
    unlistedText(await countUnlisted(ctx, { partnerId, ...query })),
  columns: {
    id: ({ id }) => id,
    at: ({ at }) => at.toISOString(),
    key_id: ({ key }) => key.id,
    key: ({ key }) => key.label,
    method: ({ method }) => method,
    route: ({ route }) => route,
    path: ({ path }) => path,
    query_parameters: ({ query }) => query.join(" ") || null,
    status: ({ status }) => status,
    error_code: ({ errorCode }) => errorCode,
    duration_ms: ({ durationMs }) => durationMs,
    address: ({ address }) => address,
    client_request_id: ({ clientRequestId }) => clientRequestId,
    per_minute: ({ perMinute }) => perMinute,
  },
});

/** The audit log of all accounts. */
const platformAudit = operatorExport({
  query: PlatformAuditFilter,
  read: ({ ctx }, query) => listPlatformAudit(ctx, query),
  columns: {
    id: ({ id }) => id,
    at: ({ at }) => at.toISOString(),
    partner: ({ partner }) => partner?.code ?? null,
    actor_kind: ({ actor }) => actor.kind,
    actor_id: ({ actor }) => actor.id,
    actor: ({ actor }) => actor.name,
    action: ({ action }) => action,
    subject: ({ subject }) => subject,
    description: ({ actor, sentence }) => `${actor.name} ${sentence}`,
    address: ({ address }) => address,
  },
});

/** The rejected lines of an import. */
const importRejections = operatorExport({
  query: z.strictObject({ runId: Id }),
  read: ({ ctx }, query) => listRejections(ctx, query),
  columns: {
    line: ({ line }) => line,
    reason: ({ reason }) => reason,
  },
});

/** The CSV exports, by the name in their URL: `/api/export/<name>`. */
export const EXPORTS: Readonly<Record<string, Export>> = {
  customers,
  "api-keys": apiKeys,
  metrics,
  payouts,
  "platform-payouts": platformPayouts,
  prices,
  audit,
  "platform-audit": platformAudit,
  "import-rejections": importRejections,
  requests,
};
