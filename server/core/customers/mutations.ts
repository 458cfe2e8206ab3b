import type { Ctx, OfPartner, Tx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { event } from "../events/event";
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
  return change(ctx, { action: "customer.created", partnerId }, async (tx) => {
    // Skipped on conflict rather than failed: a failed transaction could not look up the other row.
    const [row] = await tx.customer.createManyAndReturn({ data: [data], skipDuplicates: true });
    if (!row) return failAsDuplicate(tx, data);
    const created = event("account.created", {
      subject: row.id,
      data: { externalId: row.externalId },
    });
    const detail = { email: row.email };
    return { result: customerView(row), subject: row.id, detail, events: [created] };
  });
}

async function failAsDuplicate(tx: Tx, data: NewCustomer): Promise<never> {
  const { partnerId } = data;
  const byEmail = await tx.customer.findFirst({ where: { partnerId, emailKey: data.emailKey } });
  const [field, named] = byEmail ? ["email", "email"] : ["externalId", "external_id"];
  const other =
    byEmail ??
    (await tx.customer.findFirst({ where: { partnerId, externalId: data.externalId ?? "" } }));
  return fail("conflict", {
    message: `Another account has this ${named}.`,
    details: { field, ...(other && { id: other.id }) },
  });
}
