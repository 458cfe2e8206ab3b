import type { z } from "zod";
import { getCustomer } from "../customers/queries";
import { Customer } from "../customers/schema";
import { type EventRow, eventJson } from "../events/view";
import type { Ctx } from "../kernel/actor";
import { isDomainError } from "../kernel/errors";
import { wireEncoder } from "../kernel/wire";
import { getPayout } from "../payouts/queries";
import { Payout } from "../payouts/schema";
import { getPrice } from "../prices/queries";
import { Price } from "../prices/schema";
import { getTransfer } from "../transfers/queries";
import { TransferWithPayouts } from "../transfers/schema";

type Subject = { partnerId: string; id: string };

/** Reads a subject and encodes it as the API's endpoint returns it. */
function snapshotOf<Schema extends z.ZodType>(
  schema: Schema,
  read: (ctx: Ctx, subject: Subject) => Promise<z.input<Schema>>,
) {
  const encode = wireEncoder(schema);
  return async (ctx: Ctx, subject: Subject) => encode(await read(ctx, subject));
}

/** The `data` of a snapshot, for the kinds of subjects that the API returns. */
export const SNAPSHOT_SCHEMAS = {
  account: Customer,
  payout: Payout,
  transfer: TransferWithPayouts,
  price: Price,
  product: Price,
} as const;

const price = snapshotOf(Price, (ctx, { partnerId, id }) =>
  getPrice(ctx, { partnerId, product: id }),
);
const SNAPSHOTS: Readonly<Record<string, ReturnType<typeof snapshotOf>>> = {
  // Not of a customer that has been transferred to another partner since.
  account: snapshotOf(Customer, (ctx, { partnerId, id }) =>
    getCustomer(ctx, { customerId: id, partnerId }),
  ),
  payout: snapshotOf(Payout, (ctx, { id }) => getPayout(ctx, { payoutId: id })),
  transfer: snapshotOf(TransferWithPayouts, (ctx, { id }) => getTransfer(ctx, { transferId: id })),
  price,
  product: price,
} satisfies Record<keyof typeof SNAPSHOT_SCHEMAS, unknown>;

/**
 * The body of a webhook with a snapshot: the event with its subject as it is now as `data`; a thin
 * body if the API does not return this kind of subject, or no longer has it.
 */
export async function snapshotBody(ctx: Ctx, row: EventRow): Promise<string> {
  const read = SNAPSHOTS[row.subjectType];
  const text = eventJson(row);
  if (read === undefined) return text;
  try {
    const data = await read(ctx, { partnerId: row.partnerId, id: row.subjectId });
    return JSON.stringify({ ...JSON.parse(text), data });
  } catch (error) {
    if (isDomainError(error)) return text;
    throw error;
  }
}
