import { listCharges, listPartnersCharges, type PartnersCharge } from "../../core/charges/queries";
import { ChargeSearch } from "../../core/charges/schema";
import type { ChargeView } from "../../core/charges/view";
import { decimalOf } from "../../core/values/currencies";
import { Id } from "../../core/values/text";
import { operatorExport, partnerExport } from "../export";

const CHARGES = {
  query: ChargeSearch.omit({ cursor: true, limit: true }),
  columns: {
    id: ({ id }: ChargeView) => id,
    external_id: ({ externalId }: ChargeView) => externalId,
    type: ({ type }: ChargeView) => type,
    occurred_at: ({ occurredAt }: ChargeView) => occurredAt.toISOString(),
    account_id: ({ accountId }: ChargeView) => accountId,
    email: ({ customer }: ChargeView) => (customer.isAnonymized ? null : customer.email),
    product: ({ product }: ChargeView) => product,
    currency: ({ currency }: ChargeView) => currency,
    // Negative for a refund, so that the sum of the column is what was earned.
    net: ({ type, amount, currency }: ChargeView) =>
      decimalOf(type === "refund" ? -amount : amount, currency),
    charge_id: ({ chargeId }: ChargeView) => chargeId,
    refund_id: ({ refundId }: ChargeView) => refundId,
    late: ({ late }: ChargeView) => String(late),
    payout_id: ({ payoutId }: ChargeView) => payoutId,
  },
};

export const charges = partnerExport({
  ...CHARGES,
  read: ({ ctx, partnerId }, query) => listCharges(ctx, { partnerId, ...query }),
});

export const platformCharges = operatorExport({
  query: CHARGES.query.extend({ partnerId: Id.optional() }),
  columns: { partner: ({ partner }: PartnersCharge) => partner.code, ...CHARGES.columns },
  read: ({ ctx }, { partnerId = null, ...query }) =>
    listPartnersCharges(ctx, { partnerId, ...query }),
});
