import type { Ctx, Tx } from "../kernel/actor";
import { changeAll } from "../kernel/change";
import { fail } from "../kernel/errors";
import { event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { CUSTOMER_TRANSFERRED } from "./actions";
import { CUSTOMER_EVENTS } from "./events";
import { failAsLeft } from "./hold";
import { failIfTaken } from "./mutations";
import { findCustomer } from "./queries";
import { type CustomerRow, customerView } from "./row";
import type { Customer } from "./schema";
import { failAsNow } from "./status";

type Target = {
  customerId: string;
  toPartnerId: string;
  /** The partner that the caller believes to have it; another one is a `conflict`. */
  fromPartnerId?: string;
} & Expecting<Customer>;

/**
 * Transfers a customer, with all that is known about it, to another partner. What was recorded
 * stays where it was: charges, their refunds, events and audit rows. A customer that the partner
 * already has stays as it is. Throws `not_found`, `precondition_failed`, and `conflict` if the
 * partner is not active, if another of its customers has the email or the external ID, if the
 * customer is anonymized, or if it has just been transferred elsewhere.
 */
export async function transferCustomer(
  ctx: Ctx,
  { customerId, toPartnerId, fromPartnerId, isExpected }: Target,
): Promise<Customer> {
  const { partnerId: found } = await findCustomer(ctx, { customerId });
  const from = fromPartnerId ?? found;
  const target = { action: CUSTOMER_TRANSFERRED, partnerIds: [from, toPartnerId] };
  return changeAll(ctx, target, async (tx) => {
    // Both partners are locked, so nothing else changes the customer, and no charge is recorded.
    const before = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
    assertExpected(isExpected, customerView(before));
    const subject = customerId;
    if (before.partnerId === toPartnerId) {
      return { result: customerView(before), subject, unchanged: true };
    }
    if (before.partnerId !== from) failAsLeft();
    await assertWelcome(tx, { before, toPartnerId });
    const after = await hand(tx, { before, toPartnerId, now: ctx.clock.now() });
    const { email, externalId } = after;
    return {
      result: customerView(after),
      // Neither partner gets to know the other.
      subjects: [
        { subject, partnerId: from, detail: { email, direction: "out" } },
        { subject, partnerId: toPartnerId, detail: { email, direction: "in" } },
      ],
      events: [
        event(CUSTOMER_EVENTS["account.transferred_out"], { subject, partnerId: from, data: {} }),
        event(CUSTOMER_EVENTS["account.transferred_in"], {
          subject,
          partnerId: toPartnerId,
          data: { externalId },
        }),
      ],
    };
  });
}

type Handing = { before: CustomerRow; toPartnerId: string };

async function assertWelcome(tx: Tx, { before, toPartnerId }: Handing): Promise<void> {
  if (before.anonymizedAt !== null) failAsNow("anonymized");
  const partner = await tx.partner.findUniqueOrThrow({ where: { id: toPartnerId } });
  const status = partner.terminatedAt === null ? partner.status : "terminated";
  if (status !== "active") {
    fail("conflict", {
      message: `The new partner is ${status}.`,
      details: { field: "partner", status },
    });
  }
  const { id, emailKey, externalId } = before;
  await failIfTaken(tx, { partnerId: toPartnerId, id, emailKey, externalId });
}

/** Moves the row, and keeps what the old partner knew of it: its charges are shown with that. */
async function hand(
  tx: Tx,
  { before, toPartnerId, now }: Handing & { now: Date },
): Promise<CustomerRow> {
  const { id: customerId, partnerId, email, emailKey, externalId, name } = before;
  const known = { email, emailKey, externalId, name, leftAt: now };
  await tx.formerCustomer.upsert({
    where: { customerId_partnerId: { customerId, partnerId } },
    create: { customerId, partnerId, ...known },
    update: known,
  });
  await tx.formerCustomer.deleteMany({ where: { customerId, partnerId: toPartnerId } });
  return tx.customer.update({
    where: { id: customerId },
    data: { partnerId: toPartnerId, updatedAt: now },
  });
}
