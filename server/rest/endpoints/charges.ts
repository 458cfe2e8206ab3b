import { getCharge, listCharges } from "../../core/charges/queries";
import {
  CHARGE_EXAMPLE,
  Charge,
  ChargePage,
  ChargeQuery,
  PayoutChargeQuery,
} from "../../core/charges/schema";
import { wireEncoder } from "../../core/kernel/wire";
import { endpoint } from "../endpoint";

const TAG = {
  name: "Charges",
  description: "What your customers were charged, refunds, and reversals of refunds.",
};

const EXAMPLE = wireEncoder(Charge)(CHARGE_EXAMPLE);
const SCOPE = "charges:read";

const listChargesOfPartner = endpoint({
  id: "listCharges",
  tag: TAG,
  route: "GET /charges",
  summary: "List charges",
  description:
    "Returns charges, refunds and reversals of refunds, the latest first by `occurred_at`. Filters can be combined. All amounts are positive: to add them up, subtract the refunds. To see whether you have already been charged for something, search for its `external_id`.",
  scope: SCOPE,
  query: ChargeQuery,
  returns: ChargePage,
  names: { query: "ChargeQuery", returns: "ChargeList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listCharges(ctx, { partnerId: key.partner.id, ...query }),
});

const getChargeById = endpoint({
  id: "getCharge",
  tag: TAG,
  route: "GET /charges/{id}",
  summary: "Retrieve a charge",
  description:
    "Returns a charge, a refund or a reversal. `GET /charges?charge_id=` lists its refunds.",
  params: { id: "The charge's ID; starts with `chg_`" },
  scope: SCOPE,
  returns: Charge,
  names: { returns: "Charge" },
  failures: { not_found: { error: "Charge not found." } },
  example: EXAMPLE,
  run: ({ ctx, params }) => getCharge(ctx, { chargeId: params.id }),
});

const listPayoutCharges = endpoint({
  id: "listPayoutCharges",
  tag: TAG,
  route: "GET /payouts/{id}/charges",
  summary: "List the charges of a payout",
  description:
    "Returns the items that the payout counts; charges less refunds are its `gross`. An original payout counts those of its month and currency that were recorded before the month was closed, and an adjustment those that were recorded late. Needs `charges:read` only: `payouts:read` lists the payouts themselves.",
  params: { id: "The payout's ID; starts with `po_`" },
  scope: SCOPE,
  query: PayoutChargeQuery,
  returns: ChargePage,
  names: { query: "PayoutChargeQuery", returns: "ChargeList" },
  failures: { not_found: { error: "Payout not found." } },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, params, query }) =>
    listCharges(ctx, { partnerId: key.partner.id, payoutId: params.id, ...query }),
});

export const CHARGE_ENDPOINTS = [listChargesOfPartner, getChargeById, listPayoutCharges];
