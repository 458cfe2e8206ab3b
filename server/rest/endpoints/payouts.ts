import { getPayout, listPayouts } from "../../core/payouts/queries";
import { Payout, PayoutPage, PayoutQuery } from "../../core/payouts/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Payouts", description: "Your share of each month's revenue." };

const EXAMPLE = {
  id: "po_01jd5n8k3v0000000000000000",
  period: "2026-10",
  currency: "EUR",
  gross: 129_950,
  revshare_pct: 12.5,
  amount: 16_244,
  status: "paid",
  reference: "SEPA-2026-1101",
  corrects_id: null,
  created_at: "2026-11-01T00:10:00.000Z",
  settled_at: "2026-11-03T09:30:00.000Z",
};

export const listPayoutsOfPartner = endpoint({
  id: "listPayouts",
  tag: TAG,
  method: "GET",
  path: "/payouts",
  summary: "List payouts",
  description:
    "Returns payouts, newest first. There is one payout per month and currency, plus adjustments for changes after the month was closed. Adjustments reference the original payout in `corrects_id`.",
  scope: "payouts:read",
  paged: true,
  etag: true,
  query: PayoutQuery,
  returns: PayoutPage,
  names: { query: "PayoutQuery", returns: "PayoutList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listPayouts(ctx, { partnerId: key.partner.id, ...query }),
});

export const getPayoutById = endpoint({
  id: "getPayout",
  tag: TAG,
  method: "GET",
  path: "/payouts/{id}",
  summary: "Retrieve a payout",
  params: { id: "The payout's ID; starts with `po_`" },
  scope: "payouts:read",
  etag: true,
  returns: Payout,
  names: { returns: "Payout" },
  failures: { not_found: { error: "Payout not found." } },
  example: EXAMPLE,
  run: ({ ctx, params }) => getPayout(ctx, { payoutId: params.id }),
});
