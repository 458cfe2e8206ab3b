import { ownPartnerId } from "../kernel/access";
import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import type { CustomerRow } from "./row";

/**
 * The customer, inside a change() of the partner that it had before: nothing else changes it from
 * here on. If it has been transferred to another partner meanwhile, throws `not_found` for the
 * people and keys of its former partner, and `conflict` for those who may read it there.
 */
export async function heldCustomer(
  tx: Tx,
  ctx: Ctx,
  { partnerId, customerId: id }: OfPartner & { customerId: string },
): Promise<CustomerRow> {
  const row = await tx.customer.findUnique({ where: { id } });
  if (row?.partnerId === partnerId) return row;
  if (row && ownPartnerId(ctx.actor) === null) failAsLeft();
  return fail("not_found", { message: "Customer not found." });
}

/** Throws the `conflict` of a change that expected the customer at another partner. */
export function failAsLeft(): never {
  return fail("conflict", {
    message: "The customer has just been transferred to another partner.",
    details: { field: "partner" },
  });
}
