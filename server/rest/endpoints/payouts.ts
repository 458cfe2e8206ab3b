import { wireEncoder } from "../../core/kernel/wire";
import { getPayout, listPayoutLines, listPayouts } from "../../core/payouts/queries";
import {
  PAYOUT_EXAMPLE,
  PAYOUT_LINE_EXAMPLE,
  Payout,
  PayoutLine,
  PayoutLinePage,
  PayoutLineQuery,
  PayoutPage,
  PayoutQuery,
} from "../../core/payouts/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Payouts", description: "Your share of each month's revenue." };

const EXAMPLE = wireEncoder(Payout)(PAYOUT_EXAMPLE);

const listPayoutsOfPartner = endpoint({
  id: "listPayouts",
  tag: TAG,
  route: "GET /payouts",
  summary: "List payouts",
  description:
    "Returns payouts, newest first. There is one payout per month and currency, plus adjustments for changes after the month was closed. Adjustments reference the original payout in `corrects_id`.",
  scope: "payouts:read",
  query: PayoutQuery,
  returns: PayoutPage,
  names: { query: "PayoutQuery", returns: "PayoutList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listPayouts(ctx, { partnerId: key.partner.id, ...query }),
});

const getPayoutById = endpoint({
  id: "getPayout",
  tag: TAG,
  route: "GET /payouts/{id}",
  summary: "Retrieve a payout",
  params: { id: "The payout's ID; starts with `po_`" },
  scope: "payouts:read",
  returns: Payout,
  names: { returns: "Payout" },
  failures: { not_found: { error: "Payout not found." } },
  example: EXAMPLE,
  run: ({ ctx, params }) => getPayout(ctx, { payoutId: params.id }),
});

const listLinesOfPayout = endpoint({
  id: "listPayoutLines",
  tag: TAG,
  route: "GET /payouts/{id}/lines",
  summary: "List the lines of a payout",
  description:
    "Returns what the payout is the sum of, by product: charges, refunds and your share. Each line is rounded once. The lines of an adjustment are differences.",
  params: { id: "The payout's ID; starts with `po_`" },
  scope: "payouts:read",
  query: PayoutLineQuery,
  returns: PayoutLinePage,
  names: { query: "PayoutLineQuery", returns: "PayoutLineList" },
  failures: { not_found: { error: "Payout not found." } },
  example: { data: [wireEncoder(PayoutLine)(PAYOUT_LINE_EXAMPLE)], next_cursor: null },
  run: ({ ctx, params, query }) => listPayoutLines(ctx, { payoutId: params.id, ...query }),
});

export const PAYOUT_ENDPOINTS = [listPayoutsOfPartner, getPayoutById, listLinesOfPayout];
