import { type ChargeCreate, chargeFaults, MAX_CHARGES } from "../../core/charges/schema";
import { isId } from "../../core/kernel/ids";
import { PARTNER_CODE } from "../../core/partners/schema";
import { PRODUCT_CODE } from "../../core/products/schema";
import { MAX_AMOUNT } from "../../core/values/currencies";
import { isCurrency } from "../../core/values/money-schema";

type Fits = (value: unknown) => boolean;

const matches =
  (pattern: RegExp): Fits =>
  (value) =>
    typeof value === "string" && pattern.test(value);

/** An ID of another system as nearly all are: ASCII without spaces, of which nothing is removed. */
const isName = matches(/^[\x21-\x7e]{1,128}$/);

const isIdOf =
  (kind: "customer" | "charge"): Fits =>
  (value) =>
    typeof value === "string" && isId(kind, value);

/** In UTC, of a day that exists: what the calendar corrects is not written as it was read. */
function isInstant(value: unknown): boolean {
  if (typeof value !== "string" || !INSTANT.test(value)) return false;
  const instant = new Date(value);
  return instant.getTime() >= 0 && instant.toISOString().startsWith(value.slice(0, SECONDS));
}
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
const SECONDS = "2026-01-01T00:00:00".length;

/** The rules of the schema, by the field's name on the wire. */
const FITS = new Map<string, Fits>([
  ["partner", matches(PARTNER_CODE)],
  ["external_id", isName],
  ["type", matches(/^(?:charge|refund|refund_reversal)$/)],
  ["account_id", isIdOf("customer")],
  ["account_external_id", isName],
  ["product", matches(PRODUCT_CODE)],
  [
    "amount",
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_AMOUNT,
  ],
  ["currency", (value) => typeof value === "string" && isCurrency(value)],
  ["occurred_at", isInstant],
  ["charge_id", isIdOf("charge")],
  ["charge_external_id", isName],
  ["refund_id", isIdOf("charge")],
  ["refund_external_id", isName],
]);

type Sent = {
  partner?: string;
  external_id?: string;
  type?: ChargeCreate["type"];
  account_id?: string;
  account_external_id?: string;
  product?: string;
  amount?: number;
  currency?: string;
  occurred_at?: string;
  charge_id?: string;
  charge_external_id?: string;
  refund_id?: string;
  refund_external_id?: string;
};

/** An item as its schema reads it; null for one that the schema may refuse or change. */
function plainCharge(item: unknown): ChargeCreate | null {
  if (typeof item !== "object" || item === null) return null;
  const fields = item as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields)) if (!FITS.get(name)?.(fields[name])) return null;
  // By the rules above.
  const sent = fields as Sent;
  if (sent.partner === undefined || sent.external_id === undefined) return null;
  if (sent.amount === undefined || sent.occurred_at === undefined) return null;
  const charge = {
    partner: sent.partner,
    externalId: sent.external_id,
    type: sent.type ?? "charge",
    accountId: sent.account_id,
    accountExternalId: sent.account_external_id,
    product: sent.product,
    amount: sent.amount,
    currency: sent.currency,
    occurredAt: new Date(sent.occurred_at),
    chargeId: sent.charge_id,
    chargeExternalId: sent.charge_external_id,
    refundId: sent.refund_id,
    refundExternalId: sent.refund_external_id,
  };
  const given = [charge.accountId, charge.accountExternalId];
  return chargeFaults(charge, { given, names: "" }).length === 0 ? charge : null;
}

/**
 * Reads a batch as its schema does; null for a batch with an item that the schema may refuse or
 * change. A test compares the two.
 */
export function plainCharges(
  json: Readonly<Record<string, unknown>>,
): { charges: ChargeCreate[] } | null {
  const { charges: items, ...others } = json;
  if (!Array.isArray(items) || Object.keys(others).length > 0) return null;
  if (items.length === 0 || items.length > MAX_CHARGES) return null;
  const charges: ChargeCreate[] = [];
  for (const item of items) {
    const charge = plainCharge(item);
    if (charge === null) return null;
    charges.push(charge);
  }
  return { charges };
}
