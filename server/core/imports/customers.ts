import type { Tx } from "../kernel/actor";
import { emailKey } from "../values/text";
import type { CustomerRow, Read, WriteFor, Written } from "./rows";

/**
 * Writes customers of one partner, inside the caller's change(). Existing customers are skipped; an
 * email, external id or id that another customer has is refused.
 */
export async function writeCustomers(
  tx: Tx,
  rows: readonly Read<CustomerRow>[],
  { partnerId, now }: WriteFor,
): Promise<Written> {
  // Loaded lazily: the command line lists the imports without loading the database client.
  const [{ newRows }, { newCustomer }, { customerCreated }] = await Promise.all([
    import("../kernel/columns"),
    import("../customers/row"),
    import("../customers/mutations"),
  ]);
  const { columns, records } = newRows(
    "customers",
    rows.map(({ row }) => newCustomer(partnerId, row, now)),
  );
  const written = await tx.$queryRaw<{ id: string; externalId: string | null }[]>`
    INSERT INTO customers (${columns}) SELECT ${columns} FROM ${records} ON CONFLICT DO NOTHING
    RETURNING id, external_id AS "externalId"`;
  const refused = new Map<number, string>();
  if (written.length < rows.length) {
    for (const line of await findDiffering(tx, partnerId, rows)) {
      refused.set(line, "email, external_id or id: Another customer has the same value.");
    }
  }
  return { written: written.length, refused, events: written.map(customerCreated) };
}

/** The lines without a customer that has this email and, if given, this external id and id. */
async function findDiffering(
  tx: Tx,
  partnerId: string,
  rows: readonly Read<CustomerRow>[],
): Promise<number[]> {
  const names = rows.map(({ line, row: { id, email, externalId } }) => ({
    line,
    id,
    emailKey: emailKey(email),
    externalId,
  }));
  const found = await tx.$queryRaw<{ line: number }[]>`
    SELECT "line"
    FROM json_to_recordset(${JSON.stringify(names)}::json) 
      AS row ("line" int, "id" text, "emailKey" text, "externalId" text)
    WHERE NOT EXISTS (
      SELECT 1 FROM customers
      WHERE partner_id = ${partnerId} AND email_key = "emailKey"
        AND ("externalId" IS NULL OR external_id = "externalId")
        AND (row.id IS NULL OR customers.id = row.id)
    )`;
  return found.map(({ line }) => line);
}
