import type { Ctx, OfPartner } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { newId } from "../kernel/ids";
import { SELF_BILLING_CONSENTED, SELF_BILLING_WITHDRAWN } from "./actions";
import { latestConsent } from "./queries";
import type { SelfBillingConsent } from "./schema";
import { consentView } from "./view";

/**
 * Records the consent that statements of transfers from now on are self-billing invoices. Repeating
 * it changes nothing.
 */
export async function consentToSelfBilling(
  ctx: Ctx,
  { partnerId }: OfPartner,
): Promise<SelfBillingConsent> {
  return change(ctx, { action: SELF_BILLING_CONSENTED, partnerId }, async (tx) => {
    const latest = await latestConsent(tx, { partnerId });
    if (latest?.withdrawnAt === null) {
      return { result: latest, subject: latest.id, unchanged: true };
    }
    const givenAt = ctx.clock.now();
    const id = newId("selfBillingConsent", givenAt.getTime());
    const data = { id, partnerId, givenAt, givenBy: actorLabel(ctx.actor) };
    const row = await tx.selfBillingConsent.create({ data });
    return { result: consentView(row), subject: id };
  });
}

/**
 * Withdraws the consent: statements of transfers from now on are plain ones; others keep their title.
 * Repeating it, or without one, changes nothing.
 */
export async function withdrawSelfBilling(
  ctx: Ctx,
  { partnerId }: OfPartner,
): Promise<SelfBillingConsent | null> {
  return change(ctx, { action: SELF_BILLING_WITHDRAWN, partnerId }, async (tx) => {
    const latest = await latestConsent(tx, { partnerId });
    if (latest === null || latest.withdrawnAt !== null) {
      return { result: latest, subject: partnerId, unchanged: true };
    }
    const { id } = latest;
    const data = { withdrawnAt: ctx.clock.now(), withdrawnBy: actorLabel(ctx.actor) };
    const row = await tx.selfBillingConsent.update({ where: { id }, data });
    return { result: consentView(row), subject: id };
  });
}
