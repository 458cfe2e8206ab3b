import type { Tx } from "../actor";
import { newId } from "../ids";
import { emailKey } from "../text";
import type { CustomerRow, Read, Written } from "./rows";

/**
 * Writes customers of one partner, within a change() of the caller's. Those whom the partner has
 * already are passed over; an address or external id that belongs to another one is refused.
 */
export async function writeCustomers(
  tx: Tx,
  partnerId: string,
  rows: readonly Read<CustomerRow>[],
  now: Date,
): Promise<Written> {
  const input = JSON.stringify(rows.map((row) => newCustomer(row, now)));
  const written = await tx.$executeRaw`
    INSERT INTO customers (id, partner_id, email, email_key, external_id, name, metadata, created_at)
    SELECT "id", ${partnerId}, "email", "emailKey", "externalId", "name", "metadata", "createdAt"
    FROM json_to_recordset(${input}::json) AS row (
      "line" int, "id" text, "email" text, "emailKey" text, "externalId" text, "name" text, "metadata" jsonb,
      "createdAt" timestamptz
    )
    ORDER BY "line"
    ON CONFLICT DO NOTHING`;
  const refused = new Map<number, string>();
  if (written < rows.length) {
    for (const line of await findDiffering(tx, partnerId, input)) {
      refused.set(line, "email or external_id: another customer has it");
    }
  }
  return { written, refused };
}

function newCustomer({ line, row }: Read<CustomerRow>, now: Date) {
  const createdAt = row.createdAt ?? now;
  return {
    line,
    ...row,
    id: newId("customer", createdAt.getTime()),
    emailKey: emailKey(row.email),
    createdAt,
  };
}

/** The lines of whom there is no customer with this address and, where it is given, this external id. */
async function findDiffering(tx: Tx, partnerId: string, input: string): Promise<number[]> {
  const rows = await tx.$queryRaw<{ line: number }[]>`
    SELECT "line"
    FROM json_to_recordset(${input}::json) AS row ("line" int, "emailKey" text, "externalId" text)
    WHERE NOT EXISTS (
      SELECT 1 FROM customers
      WHERE partner_id = ${partnerId} AND email_key = "emailKey"
        AND ("externalId" IS NULL OR external_id = "externalId")
    )`;
  return rows.map(({ line }) => line);
}
