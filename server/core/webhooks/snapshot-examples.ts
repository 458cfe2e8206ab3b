import { Customer } from "../customers/schema";
import type { EventType } from "../events/types";
import { Payout } from "../payouts/schema";
import { Price } from "../prices/schema";
import { wireEncoder } from "../wire";

const PAYOUT: Payout = {
  id: "po_01jd5n8k3v0000000000000000",
  period: "2026-10",
  currency: "EUR",
  gross: 129_950,
  revsharePct: 12.5,
  amount: 16_244,
  status: "pending",
  reference: null,
  correctsId: null,
  createdAt: new Date("2026-11-01T00:10:00.000Z"),
  settledAt: null,
};
const SETTLED = { reference: "SEPA-2026-1101", settledAt: new Date("2026-11-03T09:30:00.000Z") };
const PRICE: Price = {
  product: "basic",
  name: "Basic",
  floor: 500,
  amount: 990,
  currency: "EUR",
  isDefault: false,
  version: 3,
  updatedAt: new Date("2026-11-21T09:30:00.000Z"),
};
const CUSTOMER: Customer = {
  id: "acc_01jd5n8k3v0000000000000000",
  email: "Ada@example.com",
  name: "Ada Lovelace",
  externalId: "crm-1815",
  status: "active",
  metadata: { plan: "trial" },
  createdAt: new Date("2026-11-21T09:30:00.000Z"),
};
const [customer, payout, price] = [wireEncoder(Customer), wireEncoder(Payout), wireEncoder(Price)];
const ADJUSTMENT = { gross: -990, amount: -124, correctsId: "po_01jd4a0000000000000000000" };

/**
 * For test events of endpoints that get snapshots: the `data` of each type whose subject the API
 * returns. Their other events have the same body in both formats.
 */
export const SNAPSHOT_EXAMPLES: Partial<Record<EventType, unknown>> = {
  "account.created": customer(CUSTOMER),
  "price.changed": price(PRICE),
  "product.changed": price(PRICE),
  "payout.created": payout(PAYOUT),
  "payout.adjusted": payout({ ...PAYOUT, ...ADJUSTMENT }),
  "payout.paid": payout({ ...PAYOUT, ...SETTLED, status: "paid" }),
  "payout.failed": payout({ ...PAYOUT, ...SETTLED, status: "failed" }),
};
