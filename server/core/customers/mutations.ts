import type { Prisma } from "../../../prisma/client/client";
import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { type EventFact, event } from "../kernel/event";
import { CUSTOMER_CREATED } from "./actions";
import { CUSTOMER_EVENTS } from "./events";
import { customerView, type NewCustomer, newCustomer } from "./row";
import type { Customer, CustomerCreate } from "./schema";

/**
 * Adds a customer. Throws `conflict` with `field` and the `id` of the partner's customer that
 * already has this email or external id.
 */
export async function createCustomer(
  ctx: Ctx,
  { partnerId, ...input }: OfPartner & CustomerCreate,
): Promise<Customer> {
  const data = newCustomer(partnerId, input, ctx.clock.now());
  return change(ctx, { action: CUSTOMER_CREATED, partnerId }, async (tx) => {
    // Skipped on conflict rather than failed: a failed transaction could not look up the other row.
    const [row] = await tx.customer.createManyAndReturn({ data: [data], skipDuplicates: true });
    if (!row) return failAsDuplicate(tx, data);
    const detail = { email: row.email };
    const events = [customerCreated(row)];
    return { result: customerView(row), subject: row.id, detail, events };
  });
}

/** The event of a customer that is written in the same transaction. */
export function customerCreated(row: { id: string; externalId: string | null }): EventFact {
  const data = { externalId: row.externalId };
  return event(CUSTOMER_EVENTS["account.created"], { subject: row.id, data });
}

async function failAsDuplicate(tx: Tx, data: NewCustomer): Promise<never> {
  await failIfTaken(tx, data);
  // The other customer has just been deleted, with its partner.
  return fail("conflict");
}

type Unique = {
  partnerId: string;
  id: string;
  emailKey?: string;
  externalId?: string | null | undefined;
};

/** Throws `conflict` if another customer of the partner has the email or the external ID. */
export async function failIfTaken(tx: Tx, of: Unique): Promise<void> {
  const { partnerId, emailKey, externalId } = of;
  const find = (where: Prisma.CustomerWhereInput) =>
    tx.customer.findFirst({ where: { partnerId, id: { not: of.id }, ...where } });
  const byEmail = emailKey === undefined ? null : await find({ emailKey });
  if (byEmail) failAsTaken("email", "email", byEmail.id);
  const byExternalId = externalId ? await find({ externalId }) : null;
  if (byExternalId) failAsTaken("externalId", "external_id", byExternalId.id);
}

function failAsTaken(field: string, named: string, id: string): never {
  return fail("conflict", {
    message: `Another customer has this ${named}.`,
    details: { field, id },
  });
}
