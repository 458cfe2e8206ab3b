import type { FormerNames } from "../customers/queries";
import { newId } from "../kernel/ids";
import { emailKey } from "../values/text";
import type { ChargeType } from "./schema";

/** A charge, refund or reversal as it is sent; a charge names its customer in one of three ways. */
export type ChargeInput = {
  externalId: string;
  type: ChargeType;
  chargeId?: string | undefined;
  chargeExternalId?: string | undefined;
  refundId?: string | undefined;
  refundExternalId?: string | undefined;
  customerExternalId?: string | undefined;
  customerEmail?: string | undefined;
  customerId?: string | undefined;
  product?: string | undefined;
  amount: number;
  currency?: string | undefined;
  occurredAt: Date;
};

/** An item of a batch; `line` orders the items. */
export type NewCharge = { line: number; partnerId: string; row: ChargeInput };

/** Why an item is refused. The first four may be different when it is sent again later. */
export const REFUSALS = [
  "account_not_found",
  "charge_not_found",
  "product_not_found",
  "refund_not_found",
  "account_closed",
  "product_archived",
  "partner_terminated",
  "validation_failed",
] as const;
export type Refusal = {
  code: (typeof REFUSALS)[number];
  field: keyof ChargeInput;
  /** A sentence that repeats nothing about the customer. */
  message: string;
};

/** What became of an item; the ID of its row, or of the one that has its external ID. */
export type Outcome =
  | { outcome: "created" | "duplicate" | "conflict"; id: string; refusal: null }
  | { outcome: "invalid"; id: null; refusal: Refusal };

export const invalid = (
  code: Refusal["code"],
  field: Refusal["field"],
  message: string,
): Outcome => ({ outcome: "invalid", id: null, refusal: { code, field, message } });

/** Sums of the rows written for a partner, of one type and currency; `late`: those of a closed month. */
export type WrittenCharges = {
  partnerId: string;
  type: ChargeType;
  currency: string;
  count: number;
  late: number;
  amount: bigint;
};

/**
 * A charge with its new ID, as the statements read it. JSON omits undefined fields: NULL. Field by
 * field, because spreads cost several times as much, and a batch has many items.
 */
export function withId({ line, partnerId, row }: NewCharge) {
  const { customerEmail, occurredAt } = row;
  return {
    line,
    id: newId("charge", occurredAt.getTime()),
    partnerId,
    externalId: row.externalId,
    customerId: row.customerId,
    customerExternalId: row.customerExternalId,
    customerEmailKey: customerEmail && emailKey(customerEmail),
    product: row.product,
    amount: row.amount,
    currency: row.currency,
    occurredAt,
  };
}

/** The field by which an item names its customer, its charge or its refund. */
export function nameField(
  of: "customer" | "charge" | "refund",
  row: ChargeInput,
): keyof ChargeInput {
  if (row[`${of}Id`] !== undefined) return `${of}Id`;
  if (of === "customer" && row.customerEmail !== undefined) return "customerEmail";
  return `${of}ExternalId`;
}

type Called = {
  customerId: string;
  customerExternalId: string | null;
  customerEmailKey: string;
};

/**
 * Whether the item names this customer, or none. An item that is sent again says what it said before:
 * for it, the names that the customer had until then count too.
 */
export function isCalled(customer: Called, row: ChargeInput, former?: FormerNames): boolean {
  const { customerId, customerExternalId: externalId, customerEmail } = row;
  const key = customerEmail && emailKey(customerEmail);
  return (
    (customerId === undefined || customerId === customer.customerId) &&
    (externalId === undefined ||
      externalId === customer.customerExternalId ||
      former?.externalIds.has(externalId) === true) &&
    (key === undefined || key === customer.customerEmailKey || former?.emailKeys.has(key) === true)
  );
}
