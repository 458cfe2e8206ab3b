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
  const refused =
    written.length < rows.length
      ? await findDiffering(tx, partnerId, rows)
      : new Map<number, string>();
  return { written: written.length, refused, events: written.map(customerCreated) };
}

type Found = { line: number; id: string; partnerId: string; email: boolean; externalId: boolean };

/**
 * Why lines are refused: no customer has their email and, if given, their external ID and ID. The
 * reasons are kept, so they repeat nothing that anonymizing the customer would leave in them.
 */
async function findDiffering(
  tx: Tx,
  partnerId: string,
  rows: readonly Read<CustomerRow>[],
): Promise<Map<number, string>> {
  const names = rows.map(({ line, row: { id, email, externalId } }) => ({
    line,
    id,
    emailKey: emailKey(email),
    externalId,
  }));
  const found = await tx.$queryRaw<Found[]>`
    SELECT "line", of.id, partner_id AS "partnerId", email_key = "emailKey" AS email,
           external_id IS NOT DISTINCT FROM "externalId" AS "externalId"
    FROM json_to_recordset(${JSON.stringify(names)}::json)
      AS row ("line" int, "id" text, "emailKey" text, "externalId" text),
    LATERAL (
      SELECT id, partner_id, email_key, external_id FROM customers
      WHERE partner_id = ${partnerId} AND email_key = "emailKey"
      UNION SELECT id, partner_id, email_key, external_id FROM customers
      WHERE partner_id = ${partnerId} AND external_id = "externalId"
      UNION SELECT id, partner_id, email_key, external_id FROM customers WHERE id = row.id
    ) AS of
    ORDER BY "line", of.id`;
  const byLine = new Map(rows.map(({ line, row }) => [line, row]));
  const reasons = new Map<number, string>();
  const same = new Set<number>();
  for (const one of found) {
    const row = byLine.get(one.line);
    const fault = row ? faultOf(row, one, partnerId) : null;
    if (fault === null) same.add(one.line);
    else if (!reasons.has(one.line)) reasons.set(one.line, fault);
  }
  for (const line of same) reasons.delete(line);
  return reasons;
}

/** The difference between a line and a customer that shares a value with it, or null. */
function faultOf({ id, externalId }: CustomerRow, of: Found, partnerId: string): string | null {
  if (of.partnerId !== partnerId) {
    return `id: Customer ${of.id} is another partner's. Without the id, a new one is created.`;
  }
  const given = [
    { column: "email", isSame: of.email },
    ...(externalId === undefined ? [] : [{ column: "external_id", isSame: of.externalId }]),
    ...(id === undefined ? [] : [{ column: "id", isSame: id === of.id }]),
  ];
  const columns = (isSame: boolean) =>
    given.filter((one) => one.isSame === isSame).map(({ column }) => column);
  if (columns(false).length === 0) return null;
  return `${columns(true).join(" and ")}: Customer ${of.id} has the same, but not this ${columns(false).join(" and ")}. Change that customer, or this line.`;
}
