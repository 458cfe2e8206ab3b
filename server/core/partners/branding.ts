import type { Prisma } from "../../../prisma/client/client";
import type { Ctx } from "../actor";
import { change } from "../change";
import type { Branding, Partner } from "./schema";
import { partnerRecord } from "./view";

/**
 * Sets the branding of GET /me, in force at the next request. What else stands in the branding stays.
 * The address of the logo is handed on and never loaded by us.
 */
export async function setBranding(ctx: Ctx, partnerId: string, input: Branding): Promise<Partner> {
  return change(ctx, { action: "partner.branding_set", partnerId }, async (tx) => {
    const before = await tx.partner.findUniqueOrThrow({ where: { id: partnerId } });
    const kept = before.branding as Prisma.JsonObject;
    const wanted = { ...kept, ...wireNames(input) };
    const branding = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== null),
    ) as Prisma.InputJsonObject;
    const row = await tx.partner.update({ where: { id: partnerId }, data: { branding } });
    const unchanged = JSON.stringify(row.branding) === JSON.stringify(before.branding);
    const detail = changesOf(kept, branding);
    return { result: partnerRecord(row), subject: partnerId, detail, unchanged };
  });
}

/** Each setting that differs, before and after; null where there is none. */
function changesOf(before: Prisma.JsonObject, after: Prisma.InputJsonObject) {
  const names = ["logo_url", "colour", "support_email"] as const;
  const changes = names.map(
    (name) => [name, { before: before[name] ?? null, after: after[name] ?? null }] as const,
  );
  return Object.fromEntries(changes.filter(([, one]) => one.before !== one.after));
}

// The branding of GET /me is a record, whose keys travel as they are kept.
function wireNames({ logoUrl, colour, supportEmail }: Branding) {
  return { logo_url: logoUrl, colour, support_email: supportEmail };
}
