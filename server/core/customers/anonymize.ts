import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { event } from "../kernel/event";
import { CUSTOMER_ANONYMIZED } from "./actions";
import { eraseTraces, findTraces } from "./erase";
import { CUSTOMER_EVENTS } from "./events";
import { heldCustomer } from "./hold";
import { findCustomer } from "./queries";
import { customerView, erasedColumns, statusColumns } from "./row";
import type { Customer } from "./schema";

/**
 * Closes a customer for good and removes its email, name, external ID and metadata from everything
 * that is stored: the erasure that a person can demand. Its charges stay. Repeating it changes
 * nothing but removes what was written in the meantime by a process that had read the customer
 * before. Throws `not_found`.
 */
export async function anonymizeCustomer(
  ctx: Ctx,
  { customerId }: { customerId: string },
): Promise<Customer> {
  const customer = await findCustomer(ctx, { customerId });
  const { partnerId } = customer;
  const found = await findTraces(ctx, customer);
  return change(ctx, { action: CUSTOMER_ANONYMIZED, partnerId }, async (tx) => {
    const before = await heldCustomer(tx, ctx, { partnerId, customerId });
    const subject = customerId;
    if (before.anonymizedAt !== null) {
      await eraseTraces(tx, { before, after: before, found });
      return { result: customerView(before), subject, unchanged: true };
    }
    const now = ctx.clock.now();
    const after = await tx.customer.update({
      where: { id: customerId },
      data: {
        ...statusColumns("anonymized", now),
        closedAt: before.closedAt ?? now,
        ...erasedColumns(customerId),
        updatedAt: now,
      },
    });
    const told = await eraseTraces(tx, { before, after, found });
    const erased = CUSTOMER_EVENTS["account.anonymized"];
    return {
      result: customerView(after),
      subject,
      // Its former partners must delete their copies too.
      events: told.map((id) => event(erased, { subject, partnerId: id, data: {} })),
    };
  });
}
