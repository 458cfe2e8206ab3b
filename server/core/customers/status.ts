import type { Action } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { event } from "../kernel/event";
import {
  CUSTOMER_CLOSED,
  CUSTOMER_REOPENED,
  CUSTOMER_RESUMED,
  CUSTOMER_SUSPENDED,
} from "./actions";
import { CUSTOMER_EVENTS } from "./events";
import { heldCustomer } from "./hold";
import { findCustomer } from "./queries";
import { customerStatus, customerView, statusColumns } from "./row";
import type { Customer, CustomerStatus } from "./schema";

type Move = {
  action: Action;
  type: "account.suspended" | "account.resumed" | "account.closed" | "account.reopened";
  /** The statuses that it is possible from; `to` itself changes nothing. */
  from: readonly CustomerStatus[];
  to: "active" | "suspended" | "closed";
};

const MOVES = {
  suspend: {
    action: CUSTOMER_SUSPENDED,
    type: "account.suspended",
    from: ["active"],
    to: "suspended",
  },
  resume: { action: CUSTOMER_RESUMED, type: "account.resumed", from: ["suspended"], to: "active" },
  close: {
    action: CUSTOMER_CLOSED,
    type: "account.closed",
    from: ["active", "suspended"],
    to: "closed",
  },
  reopen: { action: CUSTOMER_REOPENED, type: "account.reopened", from: ["closed"], to: "active" },
} as const satisfies Record<string, Move>;

export type CustomerMove = keyof typeof MOVES;

/**
 * Suspends, resumes, closes or reopens a customer. A customer that has the status already stays as
 * it is. Throws `not_found`, and `conflict` with the `status` that does not allow it.
 */
export async function moveCustomer(
  ctx: Ctx,
  { customerId, move }: { customerId: string; move: CustomerMove },
): Promise<Customer> {
  const { partnerId } = await findCustomer(ctx, { customerId });
  const { action, type, from, to }: Move = MOVES[move];
  return change(ctx, { action, partnerId }, async (tx) => {
    // The partner is locked, so nothing else changes the customer, and no charge is recorded.
    const before = await heldCustomer(tx, ctx, { partnerId, customerId });
    const status = customerStatus(before);
    const subject = customerId;
    if (status === to) return { result: customerView(before), subject, unchanged: true };
    if (!from.includes(status)) failAsNow(status);
    const now = ctx.clock.now();
    const data = { ...statusColumns(to, now), updatedAt: now };
    const row = await tx.customer.update({ where: { id: customerId }, data });
    return {
      result: customerView(row),
      subject,
      detail: { email: row.email, before: status },
      events: [event(CUSTOMER_EVENTS[type], { subject, data: {} })],
    };
  });
}

/** Throws `conflict` with the status that does not allow the change. */
export function failAsNow(status: CustomerStatus): never {
  return fail("conflict", { message: `The customer is ${status}.`, details: { status } });
}
