import type { Tx } from "../actor";
import { event } from "../events/event";
import { newId } from "../ids";
import { emailKey } from "../text";
import type { ChargeRow, Read, WriteFor, Written } from "./rows";

/** The written charges in one currency, `name`. */
type WrittenSum = { fault: null; name: string; charges: number; gross: number };
type Trouble = { line: number; fault: keyof typeof REASONS; name: string };

const REASONS = {
  product: (code: string) => `Product ${code} not found.`,
  customer: (name: string) => `Customer ${name} not found.`,
  currency: (its: string) => `currency: The product's currency is ${its}.`,
};

/**
 * Writes charges of one partner, inside the caller's change(). A charge whose external id exists is
 * skipped if it is identical, and refused otherwise.
 */
export async function writeCharges(
  tx: Tx,
  rows: readonly Read<ChargeRow>[],
  { partnerId, importId }: Omit<WriteFor, "now">,
): Promise<Written> {
  const input = JSON.stringify(rows.map(newCharge));
  const found = await tx.$queryRaw<(Trouble | WrittenSum)[]>`
    WITH input AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${input}::json) AS row (
        "line" int, "id" text, "externalId" text, "customerId" text, "customerExternalId" text,
        "customerEmailKey" text, "product" text, "amount" bigint, "currency" text, "occurredAt" timestamptz
      )
    ), found AS MATERIALIZED (
      SELECT input.*, customer, products.id AS product_id, products.currency AS product_currency,
             CASE WHEN products.id IS NULL THEN 'product'
                  WHEN customer IS NULL THEN 'customer'
                  WHEN input."currency" <> products.currency THEN 'currency' END AS fault
      FROM input
      CROSS JOIN LATERAL (
        -- Each by its index, however many customers there are: a join would read them all.
        SELECT coalesce(
          (SELECT id FROM customers
           WHERE partner_id = ${partnerId} AND external_id = "customerExternalId"),
          (SELECT id FROM customers
           WHERE partner_id = ${partnerId} AND email_key = "customerEmailKey"),
          (SELECT id FROM customers WHERE partner_id = ${partnerId} AND id = "customerId")
        ) AS customer
        OFFSET 0 -- or PostgreSQL would look for each twice
      ) AS named
      LEFT JOIN products ON products.code = "product"
    ), written AS (
      INSERT INTO charges
        (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
      SELECT "id", ${partnerId}, customer, product_id, "externalId", "amount",
             product_currency, "occurredAt"
      FROM found WHERE fault IS NULL ORDER BY "line"
      ON CONFLICT (partner_id, external_id) DO NOTHING
      RETURNING currency, amount
    )
    SELECT NULL AS fault, NULL AS line, currency AS name,
           count(*)::int AS charges, sum(amount)::float8 AS gross
    FROM written GROUP BY currency
    UNION ALL
    SELECT fault, "line",
           CASE fault WHEN 'product' THEN "product" WHEN 'currency' THEN product_currency
                      ELSE coalesce("customerExternalId", "customerEmailKey", "customerId") END,
           NULL, NULL
    FROM found WHERE fault IS NOT NULL`;
  const refused = new Map<number, string>();
  const sums: { currency: string; charges: number; gross: number }[] = [];
  for (const row of found) {
    if (row.fault !== null) refused.set(row.line, REASONS[row.fault](row.name));
    else sums.push({ currency: row.name, charges: row.charges, gross: row.gross });
  }
  const written = sums.reduce((sum, { charges }) => sum + charges, 0);
  if (written + refused.size < rows.length) {
    for (const line of await findDiffering(tx, partnerId, input)) {
      if (!refused.has(line))
        refused.set(line, "external_id: Another charge has this external_id.");
    }
  }
  sums.sort((a, b) => a.currency.localeCompare(b.currency));
  const data = { charges: written, sums };
  const subject = { type: "import" as const, id: importId };
  return { written, refused, events: [event("charges.recorded", { subject, data })] };
}

// JSON omits undefined fields, which PostgreSQL reads as NULL.
function newCharge({ line, row: { customerEmail, ...row } }: Read<ChargeRow>) {
  return {
    line,
    ...row,
    id: newId("charge", row.occurredAt.getTime()),
    customerEmailKey: customerEmail && emailKey(customerEmail),
  };
}

/**
 * The lines whose external id belongs to a charge with another amount, time, currency, product or
 * customer.
 */
async function findDiffering(tx: Tx, partnerId: string, input: string): Promise<number[]> {
  const rows = await tx.$queryRaw<{ line: number }[]>`
    SELECT input."line"
    FROM json_to_recordset(${input}::json) AS input (
      "line" int, "externalId" text, "customerId" text, "customerExternalId" text,
      "customerEmailKey" text, "product" text, "amount" bigint, "currency" text, "occurredAt" timestamptz(3)
    )
    JOIN charges ON charges.partner_id = ${partnerId} AND charges.external_id = input."externalId"
    JOIN customers ON customers.id = charges.customer_id
    JOIN products ON products.id = charges.product_id
    WHERE (charges.amount, charges.occurred_at, charges.currency, products.code) <>
        (input."amount", input."occurredAt", coalesce(input."currency", products.currency), input."product")
      OR input."customerId" <> customers.id
      OR input."customerExternalId" <> coalesce(customers.external_id, '')
      OR input."customerEmailKey" <> customers.email_key`;
  return rows.map(({ line }) => line);
}
