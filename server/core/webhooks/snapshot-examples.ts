import {
  ANONYMIZED_EXAMPLE,
  CLOSED_EXAMPLE,
  CUSTOMER_EXAMPLE,
  Customer,
  SUSPENDED_EXAMPLE,
} from "../customers/schema";
import { wireEncoder } from "../kernel/wire";
import { PAYOUT_EXAMPLE, Payout } from "../payouts/schema";
import { PRICE_EXAMPLE, Price } from "../prices/schema";
import type { EventType } from "../registry";
import { TRANSFER_EXAMPLE, TransferWithPayouts } from "../transfers/schema";

const PENDING = { status: "pending", reference: null, settledAt: null } as const;
const [customer, payout, price] = [wireEncoder(Customer), wireEncoder(Payout), wireEncoder(Price)];
const transfer = wireEncoder(TransferWithPayouts);
const ADJUSTMENT = { gross: -990, amount: -124, correctsId: "po_01jd4a0000000000000000000" };

/**
 * For test events of endpoints that get snapshots: the `data` of each type whose subject the API
 * returns. All others have the same body in both formats, `account.transferred_out` too: the partner
 * no longer has the customer.
 */
export const SNAPSHOT_EXAMPLES: Partial<Record<EventType, unknown>> = {
  "account.created": customer(CUSTOMER_EXAMPLE),
  "account.updated": customer(CUSTOMER_EXAMPLE),
  "account.suspended": customer(SUSPENDED_EXAMPLE),
  "account.resumed": customer(CUSTOMER_EXAMPLE),
  "account.closed": customer(CLOSED_EXAMPLE),
  "account.reopened": customer(CUSTOMER_EXAMPLE),
  "account.anonymized": customer(ANONYMIZED_EXAMPLE),
  "account.transferred_in": customer(CUSTOMER_EXAMPLE),
  "price.changed": price(PRICE_EXAMPLE),
  "product.changed": price(PRICE_EXAMPLE),
  "product.archived": price(PRICE_EXAMPLE),
  "product.unarchived": price(PRICE_EXAMPLE),
  "payout.created": payout({ ...PAYOUT_EXAMPLE, ...PENDING }),
  "payout.adjusted": payout({ ...PAYOUT_EXAMPLE, ...PENDING, ...ADJUSTMENT }),
  "payout.paid": payout(PAYOUT_EXAMPLE),
  "payout.failed": payout({ ...PAYOUT_EXAMPLE, status: "failed" }),
  "transfer.created": transfer({
    ...TRANSFER_EXAMPLE,
    ...PENDING,
    payouts: [{ ...PAYOUT_EXAMPLE, ...PENDING }],
  }),
  "transfer.paid": transfer({ ...TRANSFER_EXAMPLE, payouts: [PAYOUT_EXAMPLE] }),
  "transfer.failed": transfer({
    ...TRANSFER_EXAMPLE,
    status: "failed",
    payouts: [{ ...PAYOUT_EXAMPLE, status: "failed" }],
  }),
};
