import { listPayouts } from "../../core/payouts/queries";
import { PayoutSearch } from "../../core/payouts/schema";
import type { PayoutView } from "../../core/payouts/view";
import { decimalOf } from "../../core/values/currencies";
import { Id } from "../../core/values/text";
import { operatorExport, partnerExport } from "../export";

const PAYOUTS = {
  query: PayoutSearch.omit({ cursor: true, limit: true }),
  columns: {
    id: ({ id }: PayoutView) => id,
    partner: ({ partner }: PayoutView) => partner.code,
    period: ({ period }: PayoutView) => period,
    currency: ({ currency }: PayoutView) => currency,
    gross: ({ gross, currency }: PayoutView) => decimalOf(gross, currency),
    /** The partner's own; those of the products are from `percent_min` to `percent_max`. */
    revshare_pct: ({ revsharePct }: PayoutView) => revsharePct,
    percent_min: ({ percents }: PayoutView) => percents.min,
    percent_max: ({ percents }: PayoutView) => percents.max,
    amount: ({ amount, currency }: PayoutView) => decimalOf(amount, currency),
    status: ({ status }: PayoutView) => status,
    reference: ({ reference }: PayoutView) => reference,
    corrects_id: ({ correctsId }: PayoutView) => correctsId,
    created_at: ({ createdAt }: PayoutView) => createdAt.toISOString(),
    settled_at: ({ settledAt }: PayoutView) => settledAt?.toISOString() ?? null,
  },
};

export const payouts = partnerExport({
  ...PAYOUTS,
  read: ({ ctx, partnerId }, query) => listPayouts(ctx, { partnerId, ...query }),
});

/** The payouts of all partners, or of one. */
export const platformPayouts = operatorExport({
  ...PAYOUTS,
  query: PAYOUTS.query.extend({ partnerId: Id.optional() }),
  read: ({ ctx }, { partnerId = null, ...query }) => listPayouts(ctx, { partnerId, ...query }),
});
