import { getCharge, listCharges } from "../../core/charges/queries";
import { CHARGE_EXAMPLE, Charge, ChargeQuery } from "../../core/charges/schema";
import { pageOf } from "../../core/kernel/paging";
import { wireEncoder } from "../../core/kernel/wire";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { CHARGES, postCharges } from "./charges-batch";
import {
  codeOf,
  InPartner,
  PARTNER_NOT_FOUND,
  PartnerFilter,
  partnerOrAll,
  withPartner,
} from "./partner-code";

/** A charge as the partners' API has it, with its partner. */
const PartnersCharge = Charge.extend(InPartner);
export const PartnersChargePage = pageOf(PartnersCharge);
export const PARTNERS_CHARGE_EXAMPLE = {
  ...(wireEncoder(Charge)(CHARGE_EXAMPLE) as object),
  partner: "acme",
};

const listPartnersCharges = platformEndpoint({
  id: "listCharges",
  tag: CHARGES,
  route: "GET /charges",
  summary: "List charges",
  description:
    "Returns charges, refunds and reversals of all partners or of one, the latest first by `occurred_at`. Filters can be combined; with `partner`, each of them is fast, however many charges there are. All amounts are positive: to add them up, subtract the refunds.",
  scope: "charges:read",
  query: ChargeQuery.extend(PartnerFilter),
  returns: PartnersChargePage,
  names: { query: "ChargeQuery", returns: "ChargeList" },
  failures: PARTNER_NOT_FOUND,
  example: { data: [PARTNERS_CHARGE_EXAMPLE], next_cursor: null },
  run: async ({ ctx, query: { partner, ...query } }) => {
    const partnerId = await partnerOrAll(ctx, partner);
    const page = await listCharges(ctx, { partnerId, ...query });
    return { ...page, data: await withPartner(ctx, page.data) };
  },
});

const getPartnersCharge = platformEndpoint({
  id: "getCharge",
  tag: CHARGES,
  route: "GET /charges/{id}",
  params: { id: "The charge's ID; starts with `chg_`" },
  summary: "Retrieve a charge",
  description:
    "Returns a charge, a refund or a reversal. `GET /charges?charge_id=` lists its refunds.",
  scope: "charges:read",
  returns: PartnersCharge,
  names: { returns: "Charge" },
  failures: { not_found: { error: "Charge not found." } },
  example: PARTNERS_CHARGE_EXAMPLE,
  run: async ({ ctx, params }) => {
    const charge = await getCharge(ctx, { chargeId: params.id });
    return { ...charge, partner: await codeOf(ctx, charge.partnerId) };
  },
});

export const PLATFORM_CHARGE_ENDPOINTS: readonly Endpoint[] = [
  postCharges,
  listPartnersCharges,
  getPartnersCharge,
];
