import { z } from "zod";
import { setPartnerStatus, terminatePartner } from "../../core/partners/mutations";
import { findPartnerId, getPartnerFile } from "../../core/partners/queries";
import { Sentence, TRIMMED } from "../../core/values/text";
import { platformEndpoint } from "../endpoint";
import { ManagedPartner, OF_PARTNER, PARTNER_EXAMPLE, PARTNERS_TAG } from "./managed-partner";
import { PARTNER_TERMINATED } from "./partner-code";

const CHANGE = {
  ...OF_PARTNER,
  tag: PARTNERS_TAG,
  scope: "partners:write",
  etag: true,
  returns: ManagedPartner,
} as const;
const UNLESS_TERMINATED = {
  ...CHANGE,
  failures: { ...OF_PARTNER.failures, ...PARTNER_TERMINATED },
} as const;

export const suspendPartner = platformEndpoint({
  id: "suspendPartner",
  ...UNLESS_TERMINATED,
  route: "POST /partners/{partner}/suspend",
  summary: "Suspend a partner",
  description:
    "Its people and keys can only read, from the next request on. Its customers are still billed, and its payouts still closed. Repeating it changes only the reason.",
  body: z.strictObject({ reason: Sentence.describe(`Shown to the partner. ${TRIMMED}`) }),
  names: { body: "PartnerSuspend", returns: "Partner" },
  example: { ...PARTNER_EXAMPLE, status: "suspended", suspended_reason: "Unpaid invoices" },
  bodyExample: { reason: "Unpaid invoices" },
  run: async ({ ctx, params, body }) => {
    const partnerId = await findPartnerId(ctx, { code: params.partner });
    await setPartnerStatus(ctx, { partnerId, status: "suspended", ...body });
    return getPartnerFile(ctx, { partnerId });
  },
});

export const reactivatePartner = platformEndpoint({
  id: "reactivatePartner",
  ...UNLESS_TERMINATED,
  route: "POST /partners/{partner}/reactivate",
  summary: "Reactivate a suspended partner",
  description: "From the next request on. Reactivating an active partner changes nothing.",
  names: { returns: "Partner" },
  example: PARTNER_EXAMPLE,
  run: async ({ ctx, params }) => {
    const partnerId = await findPartnerId(ctx, { code: params.partner });
    await setPartnerStatus(ctx, { partnerId, status: "active" });
    return getPartnerFile(ctx, { partnerId });
  },
});

export const terminateOnePartner = platformEndpoint({
  id: "terminatePartner",
  ...CHANGE,
  route: "POST /partners/{partner}/terminate",
  summary: "Terminate a partner, for good",
  description:
    "This can't be undone. From the next request on, its people and keys can only read, its keys are refused at your own API, pending invitations end, open limit requests are declined, and nothing of it can be changed any more: keys, customers, prices, terms, limits and webhook endpoints. Customers can still be anonymized or transferred to another partner, and keys revoked. What it has earned is still paid: charges dated before the termination and refunds are recorded, its months are closed, and transfers have no minimum. Its people can still add payout details. Repeating it changes nothing, and the first reason stays.",
  body: z.strictObject({ reason: Sentence.describe(`Shown to the partner. ${TRIMMED}`) }),
  names: { body: "PartnerTerminate", returns: "Partner" },
  example: {
    ...PARTNER_EXAMPLE,
    status: "terminated",
    suspended_reason: "Contract ended",
    terminated_at: "2026-11-26T12:30:00.000Z",
  },
  bodyExample: { reason: "Contract ended" },
  run: async ({ ctx, params, body }) =>
    terminatePartner(ctx, {
      partnerId: await findPartnerId(ctx, { code: params.partner }),
      ...body,
    }),
});
