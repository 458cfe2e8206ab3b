import { z } from "zod";
import { listCharges } from "../../core/charges/queries";
import { PayoutChargeQuery } from "../../core/charges/schema";
import { pageOf } from "../../core/kernel/paging";
import { wireEncoder } from "../../core/kernel/wire";
import { closePeriod } from "../../core/payouts/close";
import { markPayout, recalculatePayout } from "../../core/payouts/mutations";
import { previewPeriod } from "../../core/payouts/preview";
import { getPayout, listPayoutLines, listPayouts } from "../../core/payouts/queries";
import {
  PAYOUT_EXAMPLE,
  PAYOUT_LINE_EXAMPLE,
  Payout,
  PayoutLine,
  PayoutLinePage,
  PayoutLineQuery,
  PayoutMark,
  PayoutQuery,
} from "../../core/payouts/schema";
import type { PayoutView } from "../../core/payouts/view";
import { periodOf, previousPeriod } from "../../core/values/period";
import { Period } from "../../core/values/period-schema";
import { TRIMMED } from "../../core/values/text";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { PARTNERS_CHARGE_EXAMPLE, PartnersChargePage } from "./charges";
import {
  InPartner,
  PARTNER_NOT_FOUND,
  PartnerFilter,
  partnerOrAll,
  withPartner,
} from "./partner-code";
import { PAYOUTS, sumPartnersPayouts } from "./sums";

const PartnersPayout = Payout.extend(InPartner);
const EXAMPLE = { ...(wireEncoder(Payout)(PAYOUT_EXAMPLE) as object), partner: "acme" };
const onWire = ({ partner, ...payout }: PayoutView) => ({ ...payout, partner: partner.code });

const PARAMS = { id: "The payout's ID; starts with `po_`" };
const NOT_FOUND = { not_found: { error: "Payout not found." } };

const listPartnersPayouts = platformEndpoint({
  id: "listPayouts",
  tag: PAYOUTS,
  route: "GET /payouts",
  summary: "List payouts",
  description:
    "Returns the payouts of all partners or of one, newest first: one per month and currency, and adjustments, which name the original payout in `corrects_id`.",
  scope: "payouts:read",
  query: PayoutQuery.extend(PartnerFilter),
  returns: pageOf(PartnersPayout),
  names: { query: "PayoutQuery", returns: "PayoutList" },
  failures: PARTNER_NOT_FOUND,
  example: { data: [EXAMPLE], next_cursor: null },
  run: async ({ ctx, query: { partner, ...query } }) => {
    const partnerId = await partnerOrAll(ctx, partner);
    const page = await listPayouts(ctx, { partnerId, ...query });
    return { ...page, data: page.data.map(onWire) };
  },
});

const getPartnersPayout = platformEndpoint({
  id: "getPayout",
  tag: PAYOUTS,
  route: "GET /payouts/{id}",
  params: PARAMS,
  summary: "Retrieve a payout",
  scope: "payouts:read",
  returns: PartnersPayout,
  names: { returns: "Payout" },
  failures: NOT_FOUND,
  example: EXAMPLE,
  run: async ({ ctx, params }) => onWire(await getPayout(ctx, { payoutId: params.id })),
});

const listLines = platformEndpoint({
  id: "listPayoutLines",
  tag: PAYOUTS,
  route: "GET /payouts/{id}/lines",
  params: PARAMS,
  summary: "List the lines of a payout",
  description:
    "Returns what the payout is the sum of, by product: charges, refunds and the partner's share. Each line is rounded once. The lines of an adjustment are differences.",
  scope: "payouts:read",
  query: PayoutLineQuery,
  returns: PayoutLinePage,
  names: { query: "PayoutLineQuery", returns: "PayoutLineList" },
  failures: NOT_FOUND,
  example: { data: [wireEncoder(PayoutLine)(PAYOUT_LINE_EXAMPLE)], next_cursor: null },
  run: ({ ctx, params, query }) => listPayoutLines(ctx, { payoutId: params.id, ...query }),
});

const listChargesOf = platformEndpoint({
  id: "listPayoutCharges",
  tag: PAYOUTS,
  route: "GET /payouts/{id}/charges",
  params: PARAMS,
  summary: "List the charges of a payout",
  description: "Returns the items that the payout counts: charges less refunds are its `gross`.",
  scope: "charges:read",
  query: PayoutChargeQuery,
  returns: PartnersChargePage,
  names: { query: "PayoutChargeQuery", returns: "ChargeList" },
  failures: NOT_FOUND,
  example: { data: [PARTNERS_CHARGE_EXAMPLE], next_cursor: null },
  run: async ({ ctx, params, query }) => {
    const { partner } = await getPayout(ctx, { payoutId: params.id });
    const of = { partnerId: partner.id, payoutId: params.id };
    const page = await listCharges(ctx, { ...of, ...query });
    return { ...page, data: await withPartner(ctx, page.data) };
  },
});

const Minor = z.int();
const ofMonth = { period: Period.describe("The month, in UTC, for example `2026-10`") };

const PayoutPreview = z.object({
  data: z
    .array(
      z.object({
        ...InPartner,
        currency: z.string().describe("ISO 4217 currency code"),
        gross: Minor.describe("Charges less refunds so far, in minor units"),
        amount: Minor.describe("The partner's share, in minor units"),
        isClosed: z.boolean().describe("Whether the month is closed: then as it was closed"),
      }),
    )
    .describe("One item for each partner and currency, by the partner's code"),
});

const previewMonth = platformEndpoint({
  id: "previewPayouts",
  tag: PAYOUTS,
  route: "GET /payouts/preview",
  summary: "Preview a month's payouts",
  description: "Returns what closing the month now would create. The month need not be over.",
  scope: "payouts:read",
  etag: false,
  query: z.strictObject({
    period: Period.optional().describe("The month, in UTC. Default: the latest that is over"),
  }),
  returns: PayoutPreview,
  names: { query: "PayoutPreviewQuery", returns: "PayoutPreview" },
  example: {
    data: [{ partner: "acme", currency: "EUR", gross: 129_950, amount: 16_244, is_closed: false }],
  },
  run: async ({ ctx, query }) => {
    const period = query.period ?? previousPeriod(periodOf(ctx.clock.now()));
    const lines = await previewPeriod(ctx, { period });
    return { data: lines.map(({ partner, ...line }) => ({ ...line, partner: partner.code })) };
  },
});

const ClosedMonth = z.object({
  period: z.string().describe("The month"),
  partners: z.int().describe("Partners for whom this request created payouts"),
  sums: z
    .array(
      z.object({
        currency: z.string().describe("ISO 4217 currency code"),
        payouts: z.int().describe("Payouts that this request created"),
        gross: Minor.describe("The sum of their `gross`, in minor units"),
        amount: Minor.describe("The sum of their `amount`, in minor units"),
      }),
    )
    .describe("By currency; empty if the month was closed before"),
});

const closeMonth = platformEndpoint({
  id: "closeMonth",
  tag: PAYOUTS,
  route: "POST /payouts/close",
  summary: "Close a month",
  description:
    "Creates the payouts of a month that is over, for all partners. After a success the month is closed for every partner with charges until then. Closing it again creates only what is missing, so after a timeout or an error, send the same again: each payout is created once. What is recorded later adjusts the month by itself.",
  scope: "payouts:close",
  write: false,
  body: z.strictObject(ofMonth),
  returns: ClosedMonth,
  names: { body: "PayoutClose", returns: "ClosedMonth" },
  failures: {
    conflict: {
      error: "2026-12 can't be closed before 2027-01-01 (UTC).",
      details: { field: "period" },
    },
  },
  example: {
    period: "2026-10",
    partners: 1,
    sums: [{ currency: "EUR", payouts: 1, gross: 129_950, amount: 16_244 }],
  },
  bodyExample: { period: "2026-10" },
  run: ({ ctx, body }) => closePeriod(ctx, body),
});

const Recalculated = z.object({
  adjustment: PartnersPayout.nullable().describe("The new adjustment; null if nothing changed"),
});

const recalculatePartnersPayout = platformEndpoint({
  id: "recalculatePayout",
  tag: PAYOUTS,
  route: "POST /payouts/{id}/recalculate",
  params: { id: "The ID of any payout of the month; starts with `po_`" },
  summary: "Recalculate a month",
  description:
    "Compares a partner's closed month in one currency with its charges and refunds of now, at the percentages of that month, and adds an adjustment if they differ. Charges that are recorded late do this by themselves, so that it usually changes nothing. Repeating it changes nothing.",
  scope: "payouts:close",
  returns: Recalculated,
  names: { returns: "RecalculatedMonth" },
  failures: NOT_FOUND,
  example: { adjustment: null },
  run: async ({ ctx, params }) => {
    const { partner } = await getPayout(ctx, { payoutId: params.id });
    const adjustment = await recalculatePayout(ctx, { payoutId: params.id });
    return { adjustment: adjustment && { ...adjustment, partner: partner.code } };
  },
});

const markPartnersPayout = platformEndpoint({
  id: "markPayout",
  tag: PAYOUTS,
  route: "POST /payouts/{id}/mark",
  params: PARAMS,
  summary: "Mark a payout as paid or failed",
  description:
    "For payouts that are paid without a transfer; of those in a transfer, mark the transfer. The same status and reference again change nothing. Another reference is a `conflict`: it would have been paid twice.",
  scope: "transfers:settle",
  etag: true,
  body: PayoutMark.omit({ payoutId: true }).extend({
    status: PayoutMark.shape.status.describe("The outcome: paid or failed"),
    reference: PayoutMark.shape.reference.describe(`The bank's reference. ${TRIMMED}`),
  }),
  returns: PartnersPayout,
  names: { body: "PayoutMark", returns: "Payout" },
  failures: {
    ...NOT_FOUND,
    conflict: {
      error: "The payout is in transfer 17, which is pending. Update that transfer instead.",
      details: { transfer_id: "tr_01jd5n8k3v0000000000000000" },
    },
  },
  example: EXAMPLE,
  bodyExample: { status: "paid", reference: "SEPA-2026-1101" },
  run: async ({ ctx, params, body }) => {
    await markPayout(ctx, { payoutId: params.id, ...body });
    return onWire(await getPayout(ctx, { payoutId: params.id }));
  },
});

export const PLATFORM_PAYOUT_ENDPOINTS: readonly Endpoint[] = [
  listPartnersPayouts,
  previewMonth,
  sumPartnersPayouts,
  closeMonth,
  getPartnersPayout,
  listLines,
  listChargesOf,
  recalculatePartnersPayout,
  markPartnersPayout,
];
