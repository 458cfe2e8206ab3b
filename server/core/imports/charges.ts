import type { Tx } from "../kernel/actor";
import { event } from "../kernel/event";
import { newId } from "../kernel/ids";
import { adjustLateMonths } from "../payouts/mutations";
import { findClosed } from "../payouts/queries";
import { toAmount } from "../values/money";
import { emailKey } from "../values/text";
import { IMPORT_EVENTS } from "./events";
import { TAKEN, type WrittenRefund, writeRefunds } from "./refunds";
import type { ChargeRow, Read, WriteFor, Written } from "./rows";

/** A written charge: its external ID, `name`. */
type Recorded = { line: number; fault: null; name: string; currency: string; amount: bigint };
type Trouble = { line: number; fault: keyof typeof REASONS; name: string };

const REASONS = {
  product: (code: string) => `Product ${code} not found.`,
  customer: (name: string) => `Customer ${name} not found.`,
  closed: (name: string) => `occurred_at: Customer ${name} was closed before.`,
  currency: (its: string) => `currency: The product's currency is ${its}.`,
};

/**
 * Writes charges, refunds and reversals of one partner, inside the caller's change(). A row whose
 * external id exists is skipped if it is identical, and refused otherwise. Rows of closed months
 * are late, and adjust these months.
 */
export async function writeCharges(
  tx: Tx,
  rows: readonly Read<ChargeRow>[],
  { partnerId, importId, now }: WriteFor,
): Promise<Written> {
  const periodOf = ({ row }: Read<ChargeRow>) => row.occurredAt.toISOString().slice(0, 7);
  const periods = [...new Set(rows.map(periodOf))];
  const closed = await findClosed(tx, { partnerId, periods });
  const isLate = (one: Read<ChargeRow>) => closed.has(periodOf(one));
  const sales = rows.filter(({ row }) => row.type === "charge");
  const charged = await insertCharges(tx, sales, { partnerId, isLate });
  const returns = rows.filter(({ row }) => row.type !== "charge");
  const refunded = await writeRefunds(tx, returns, {
    partnerId,
    isLate,
    sold: new Map(charged.written.map(({ name, line }) => [name, line])),
  });
  const lines = new Set([...charged.written, ...refunded.written].map(({ line }) => line));
  const late = rows.filter((one) => lines.has(one.line) && isLate(one)).length;
  const adjusted = late > 0 ? await adjustLateMonths(tx, { partnerId, now }) : [];
  const data = recordedData(charged.written, refunded.written);
  const subject = { type: "import" as const, id: importId };
  const recorded = event(IMPORT_EVENTS["charges.recorded"], { subject, data });
  return {
    written: lines.size,
    refused: new Map([...charged.refused, ...refunded.refused]),
    events: [recorded, ...adjusted.map((one) => one.event)],
    late,
  };
}

/** The data of the event: counts and sums by currency. */
function recordedData(charges: readonly Recorded[], returns: readonly WrittenRefund[]) {
  const currencies = [...new Set([...charges, ...returns].map(({ currency }) => currency))].sort();
  const sumOf = (some: readonly { amount: bigint }[]) =>
    toAmount(some.reduce((sum, { amount }) => sum + amount, 0n));
  const sums = currencies.map((currency) => {
    const sold = charges.filter((one) => one.currency === currency);
    const back = returns.filter((one) => one.currency === currency);
    const refunds = back.filter(({ type }) => type === "refund");
    const reversals = back.filter(({ type }) => type === "refund_reversal");
    return {
      currency,
      charges: sold.length,
      gross: sumOf(sold),
      refunds: refunds.length,
      refunded: sumOf(refunds) - sumOf(reversals),
    };
  });
  const refunds = sums.reduce((sum, one) => sum + one.refunds, 0);
  return { charges: charges.length, refunds, sums };
}

type Inserted = { written: Recorded[]; refused: Map<number, string> };

async function insertCharges(
  tx: Tx,
  rows: readonly Read<ChargeRow>[],
  { partnerId, isLate }: { partnerId: string; isLate: (one: Read<ChargeRow>) => boolean },
): Promise<Inserted> {
  if (rows.length === 0) return { written: [], refused: new Map() };
  const input = JSON.stringify(rows.map((one) => newCharge(one, isLate(one))));
  const found = await tx.$queryRaw<(Trouble | Recorded)[]>`
    WITH input AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${input}::json) AS row (
        "line" int, "id" text, "externalId" text, "customerId" text, "customerExternalId" text,
        "customerEmailKey" text, "product" text, "amount" bigint, "currency" text, "occurredAt" timestamptz, "late" boolean
      )
    ), found AS MATERIALIZED (
      SELECT input.*, customer, products.id AS product_id, products.currency AS product_currency,
             CASE WHEN products.id IS NULL THEN 'product'
                  WHEN customer IS NULL THEN 'customer'
                  WHEN input."currency" <> products.currency THEN 'currency'
                  -- The partner is locked, so that no customer is closed meanwhile.
                  WHEN input."occurredAt" > (SELECT closed_at FROM customers WHERE id = customer)
                    THEN 'closed' END AS fault
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
        (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at, late)
      SELECT "id", ${partnerId}, customer, product_id, "externalId", "amount",
             product_currency, "occurredAt", "late"
      FROM found WHERE fault IS NULL ORDER BY "line"
      ON CONFLICT (partner_id, external_id) DO NOTHING
      RETURNING id, external_id, currency, amount
    )
    SELECT NULL AS fault, "line", external_id AS name, written.currency, written.amount
    FROM written JOIN found USING (id)
    UNION ALL
    SELECT fault, "line",
           CASE fault WHEN 'product' THEN "product" WHEN 'currency' THEN product_currency
                      ELSE coalesce("customerExternalId", "customerEmailKey", "customerId") END,
           NULL, NULL
    FROM found WHERE fault IS NOT NULL`;
  const refused = new Map<number, string>();
  const written: Recorded[] = [];
  for (const row of found) {
    if (row.fault !== null) refused.set(row.line, REASONS[row.fault](row.name));
    else written.push(row);
  }
  if (written.length + refused.size < rows.length) {
    for (const line of await findDiffering(tx, partnerId, input)) {
      if (!refused.has(line)) refused.set(line, TAKEN);
    }
  }
  return { written, refused };
}

// JSON omits undefined fields, which PostgreSQL reads as NULL.
function newCharge({ line, row: { customerEmail, ...row } }: Read<ChargeRow>, late: boolean) {
  return {
    line,
    late,
    ...row,
    id: newId("charge", row.occurredAt.getTime()),
    customerEmailKey: customerEmail && emailKey(customerEmail),
  };
}

/**
 * The lines whose external id belongs to a refund, or to a charge with another amount, time,
 * currency, product or customer.
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
      OR charges.type <> 'charge'
      OR input."customerId" <> customers.id
      OR input."customerExternalId" <> coalesce(customers.external_id, '')
      OR input."customerEmailKey" <> customers.email_key`;
  return rows.map(({ line }) => line);
}
