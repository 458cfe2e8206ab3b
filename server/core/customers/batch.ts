import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { CUSTOMER_CREATED } from "./actions";
import { customerCreated } from "./mutations";
import { customerView, type NewCustomer, newCustomer } from "./row";
import type { Customer, CustomerCreate } from "./schema";

/** How many customers can be created at once. */
export const MAX_BATCH = 100;

/** A new customer, or the one that has the same external id or email. */
export type Created = { customer: Customer } | { id: string; field: "externalId" | "email" };

/**
 * Adds customers in one transaction, except those that exist: by their external id, else by their
 * email. A repeat therefore adds none.
 */
export async function createCustomers(
  ctx: Ctx,
  { partnerId, customers }: OfPartner & { customers: readonly CustomerCreate[] },
): Promise<Created[]> {
  if (customers.length === 0) return [];
  return change(ctx, { action: CUSTOMER_CREATED, partnerId }, async (tx) => {
    // Read while the partner is locked, so that the order of creation is that of the changes.
    const now = ctx.clock.now();
    const data = customers.map((customer) => newCustomer(partnerId, customer, now));
    const rows = await tx.customer.createManyAndReturn({ data, skipDuplicates: true });
    const created = new Map(rows.map((row) => [row.id, customerView(row)]));
    const taken = await findTaken(
      tx,
      data.filter(({ id }) => !created.has(id)),
    );
    const result = data.map((one): Created => {
      const customer = created.get(one.id);
      return customer ? { customer } : taken(one);
    });
    const subjects = rows.map(({ id, email }) => ({ subject: id, detail: { email } }));
    return { result, subjects, events: rows.map(customerCreated) };
  });
}

/** Returns a function that finds the customer with the external ID, else the email, of a new one. */
async function findTaken(tx: Tx, wanted: readonly NewCustomer[]) {
  const [first] = wanted;
  const externalIds = wanted.flatMap(({ externalId }) => externalId ?? []);
  const emailKeys = wanted.map(({ emailKey }) => emailKey);
  const rows = first
    ? await tx.customer.findMany({
        where: {
          partnerId: first.partnerId,
          OR: [{ externalId: { in: externalIds } }, { emailKey: { in: emailKeys } }],
        },
        select: { id: true, externalId: true, emailKey: true },
      })
    : [];
  const byExternalId = new Map(rows.map((row) => [row.externalId, row.id]));
  const byEmail = new Map(rows.map((row) => [row.emailKey, row.id]));
  return ({ externalId, emailKey, id }: NewCustomer): Created => {
    const same = externalId === null ? undefined : byExternalId.get(externalId);
    if (same !== undefined) return { id: same, field: "externalId" };
    const other = byEmail.get(emailKey);
    if (other === undefined) throw new Error(`${id} is neither new nor taken`);
    return { id: other, field: "email" };
  };
}
