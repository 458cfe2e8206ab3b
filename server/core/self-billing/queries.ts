import { assertPartner } from "../kernel/access";
import type { Ctx, OfPartner, ReadDb, Tx } from "../kernel/actor";
import type { SelfBillingConsent } from "./schema";
import { consentView } from "./view";

/** The partner's latest consent to self-billing, also if it was withdrawn; null if there was none. */
export async function getSelfBilling(
  ctx: Ctx,
  { partnerId }: OfPartner,
): Promise<SelfBillingConsent | null> {
  assertPartner(ctx, partnerId);
  return latestConsent(ctx.db, { partnerId });
}

export async function latestConsent(
  db: ReadDb | Tx,
  { partnerId }: OfPartner,
): Promise<SelfBillingConsent | null> {
  // One in force sorts first: within a millisecond, IDs have no order.
  const row = await db.selfBillingConsent.findFirst({
    where: { partnerId },
    orderBy: [{ withdrawnAt: { sort: "desc", nulls: "first" } }, { id: "desc" }],
  });
  return row && consentView(row);
}
