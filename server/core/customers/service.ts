import { assertPartner, within } from "../access";
import type { Ctx, Tx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { isId } from "../ids";
import { customerView, type NewCustomer, newCustomer } from "./row";
import type { Customer, CustomerCreate } from "./schema";

/**
 * Adds a customer. Throws `conflict` with `field` and the `id` of the partner's customer that has
 * this email or external id already.
 */
export async function createCustomer(
  ctx: Ctx,
  partnerId: string,
  input: CustomerCreate,
): Promise<Customer> {
  const data = newCustomer(partnerId, input, ctx.clock.now());
  return change(ctx, { action: "customer.created", partnerId }, async (tx) => {
    // Skipped rather than failed: after a failure the transaction could not look for the other row.
    const [row] = await tx.customer.createManyAndReturn({ data: [data], skipDuplicates: true });
    if (!row) return failAsDuplicate(tx, data);
    return { result: customerView(row), subject: row.id, detail: { email: row.email } };
  });
}

async function failAsDuplicate(tx: Tx, data: NewCustomer): Promise<never> {
  const { partnerId } = data;
  const byEmail = await tx.customer.findFirst({ where: { partnerId, emailKey: data.emailKey } });
  const field = byEmail ? "email" : "external_id";
  const other =
    byEmail ??
    (await tx.customer.findFirst({ where: { partnerId, externalId: data.externalId ?? "" } }));
  return fail("conflict", {
    message: `another account has this ${field}`,
    details: { field, ...(other && { id: other.id }) },
  });
}

/** One customer. Throws `not_found`, also for another partner's. */
export async function getCustomer(ctx: Ctx, id: string): Promise<Customer> {
  const row = isId("customer", id)
    ? await ctx.db.customer.findFirst({ where: { id, ...within(ctx) } })
    : null;
  return row ? customerView(row) : fail("not_found", { message: "no such account" });
}

/** How many customers the partner has, all in all and by status. */
export async function countCustomers(ctx: Ctx, partnerId: string) {
  assertPartner(ctx, partnerId);
  const [partner, closed] = await Promise.all([
    ctx.db.partner.findUnique({ where: { id: partnerId }, select: { customerCount: true } }),
    ctx.db.customer.count({ where: { partnerId, status: "closed" } }),
  ]);
  if (!partner) return fail("not_found");
  const total = partner.customerCount;
  return { total, active: total - closed, closed };
}
