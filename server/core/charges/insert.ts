import type { FormerNames } from "../customers/queries";
import type { Tx } from "../kernel/actor";
import { findFormerNames } from "./former-names";
import {
  invalid,
  isCalled,
  type NewCharge,
  nameField,
  type Outcome,
  type WrittenCharges,
  withId,
} from "./new-charge";
import { findExcess, MAX_SUM, TOO_MUCH } from "./room";

type Fault = "product" | "customer" | "closed" | "terminated" | "archived" | "currency";
type Refused = { fault: Fault | "taken" | "full"; line: number; currency: string | null };
type Found = Refused | ({ fault: null } & Omit<WrittenCharges, "type">);

type Inserted = { outcomes: Map<number, Outcome>; written: WrittenCharges[] };

/** Charges as the statement reads them, made before anything is locked. */
type Sales = {
  partnerIds: string[];
  items: readonly NewCharge[];
  rows: readonly ReturnType<typeof withId>[];
  json: string;
};

/** The charges among the items, and the partners of all. */
export function salesOf(all: readonly NewCharge[]): Sales {
  const items = all.filter(({ row }) => row.type === "charge");
  const rows = items.map(withId);
  const partnerIds = [...new Set(all.map(({ partnerId }) => partnerId))];
  return { partnerIds, items, rows, json: JSON.stringify(rows) };
}

/**
 * Locks the partners in the order of their IDs, and writes their charges. An external ID that exists
 * is a duplicate or a conflict, also if the item is otherwise wrong.
 */
export async function insertCharges(tx: Tx, sales: Sales): Promise<Inserted> {
  const { items, rows, json } = sales;
  const outcomes = new Map<number, Outcome>();
  const found = await insertUpTo(tx, sales);
  const refused = new Map<number, Refused>();
  const written: WrittenCharges[] = [];
  for (const one of found) {
    if (one.fault === null) written.push({ ...one, type: "charge" });
    else refused.set(one.line, one);
  }
  const known = refused.size > 0 ? await findKnown(tx, items, json) : new Map<number, Outcome>();
  for (const [index, { line, id }] of rows.entries()) {
    const refusal = refused.get(line);
    const item = items[index];
    if (refusal === undefined || item === undefined) {
      outcomes.set(line, { outcome: "created", id, refusal: null });
    } else outcomes.set(line, known.get(line) ?? refusalOf(item, refusal));
  }
  return { outcomes, written };
}

/** Writes what has room below the limit of its partner's sums; what has none is "full". */
async function insertUpTo(tx: Tx, { partnerIds, items, rows, json }: Sales): Promise<Found[]> {
  const found = await insert(tx, { partnerIds, json, maxSum: MAX_SUM });
  const near = new Set(found.flatMap((one) => (one.fault === "full" ? [one.line] : [])));
  if (near.size === 0) return found;
  const nearItems = items.filter(({ line }) => near.has(line));
  const excess = await findExcess(tx, nearItems);
  const rest = JSON.stringify(rows.filter(({ line }) => near.has(line) && !excess.has(line)));
  const others = found.filter((one) => one.fault !== "full" || excess.has(one.line));
  return [...others, ...(await insert(tx, { partnerIds, json: rest, maxSum: null }))];
}

function refusalOf({ row }: NewCharge, { fault, currency }: Refused): Outcome {
  if (fault === "product") return invalid("product_not_found", "product", "Product not found.");
  if (fault === "currency") {
    return invalid("validation_failed", "currency", `The product's currency is ${currency}.`);
  }
  if (fault === "closed") {
    return invalid("account_closed", "occurredAt", "The customer was closed before.");
  }
  if (fault === "archived") {
    const message = "The product was archived before the customer was created.";
    return invalid("product_archived", "product", message);
  }
  if (fault === "terminated") {
    return invalid("partner_terminated", "occurredAt", "The partner was terminated before.");
  }
  if (fault === "full") return invalid("validation_failed", "amount", TOO_MUCH);
  if (fault === "taken") throw new Error("a charge was neither written nor found");
  return invalid("account_not_found", nameField("customer", row), "Customer not found.");
}

type Insert = { partnerIds: string[]; json: string; maxSum: bigint | null };

/** The sums of the written rows by partner and currency, and the lines that were not written. */
function insert(tx: Tx, { partnerIds, json, maxSum }: Insert): Promise<Found[]> {
  return tx.$queryRaw<Found[]>`
    SELECT * FROM record_charges(${partnerIds}, ${json}::json, ${maxSum}::bigint)`;
}

type Stored = {
  line: number;
  id: string;
  differs: boolean;
  customerId: string;
  customerExternalId: string | null;
  customerEmailKey: string;
};

/**
 * The items whose external ID exists: a conflict if it belongs to a refund, or to a charge with
 * another amount, time, currency, product or customer. One that left is named as its partner knew
 * it, and one that was renamed also as before.
 */
async function findKnown(
  tx: Tx,
  items: readonly NewCharge[],
  input: string,
): Promise<Map<number, Outcome>> {
  const rows = await findStored(tx, input);
  const sent = new Map(items.map(({ line, row }) => [line, row]));
  const isOther = (stored: Stored, names?: FormerNames) => {
    const row = sent.get(stored.line);
    return row === undefined || !isCalled(stored, row, names);
  };
  const renamed = rows.filter((one) => !one.differs && isOther(one));
  const former = await findFormerNames(
    tx,
    renamed.map(({ customerId }) => customerId),
  );
  return new Map(
    rows.map((one) => {
      const differs = one.differs || isOther(one, former.get(one.customerId));
      const outcome = differs ? "conflict" : "duplicate";
      return [one.line, { outcome, id: one.id, refusal: null }];
    }),
  );
}

/** The rows that have the items' external IDs. */
function findStored(tx: Tx, input: string): Promise<Stored[]> {
  return tx.$queryRaw<Stored[]>`
    SELECT input."line", charges.id, charges.customer_id AS "customerId",
      CASE WHEN former.customer_id IS NULL THEN customers.external_id
        ELSE former.external_id END AS "customerExternalId",
      CASE WHEN former.customer_id IS NULL THEN customers.email_key
        ELSE former.email_key END AS "customerEmailKey",
      (charges.amount, charges.occurred_at, charges.currency, products.code) <>
        (input."amount", input."occurredAt", coalesce(input."currency", products.currency), input."product")
      OR charges.type <> 'charge' AS differs
    FROM json_to_recordset(${input}::json) AS input (
      "line" int, "id" text, "partnerId" text, "externalId" text, "product" text, "amount" bigint,
      "currency" text, "occurredAt" timestamptz(3)
    )
    JOIN charges
      ON charges.partner_id = input."partnerId" AND charges.external_id = input."externalId"
    JOIN customers ON customers.id = charges.customer_id
    LEFT JOIN former_customers AS former
      ON former.customer_id = charges.customer_id AND former.partner_id = charges.partner_id
    JOIN products ON products.id = charges.product_id
    WHERE charges.id <> input."id"`;
}
