import { z } from "zod";
import type { Ctx } from "../../core/kernel/actor";
import { findPartnerId, partnerCodes } from "../../core/partners/queries";
import { PartnerCode } from "../../core/partners/schema";

/** The partner's code in a path. */
export const PARTNER_PARAM = { partner: "The partner's code, such as `acme`" };

/** A body that names a partner. */
export const ForPartner = { partner: PartnerCode.describe("Code of the partner") };

/** The filter of a list over all partners. */
export const PartnerFilter = {
  partner: PartnerCode.optional().describe("Only items of the partner with this code"),
};

/** A field of answers that span partners. */
export const InPartner = { partner: z.string().describe("Code of the partner") };

export const PARTNER_NOT_FOUND = { not_found: { error: "Partner not found." } };

/** Of writes that a termination ends. */
export const PARTNER_TERMINATED = {
  conflict: {
    error: "This partner is terminated. It can't be changed any more.",
    details: { status: "terminated" },
  },
};

/** The partner's ID; null, for all partners, without a code. Throws `not_found`. */
export async function partnerOrAll(ctx: Ctx, code: string | undefined): Promise<string | null> {
  return code === undefined ? null : await findPartnerId(ctx, { code });
}

/** Items with the code of their partner. */
export async function withPartner<T extends { partnerId: string }>(
  ctx: Ctx,
  items: readonly T[],
): Promise<(T & { partner: string })[]> {
  const codes = await partnerCodes(ctx, { partnerIds: items.map(({ partnerId }) => partnerId) });
  return items.map((item) => ({ ...item, partner: codes.get(item.partnerId) ?? "" }));
}

export async function codeOf(ctx: Ctx, partnerId: string): Promise<string> {
  const codes = await partnerCodes(ctx, { partnerIds: [partnerId] });
  return codes.get(partnerId) ?? "";
}
