import { Prisma } from "../../../prisma/client/client";
import type { ReadDb, Tx } from "../kernel/actor";
import { KEPT_HOURS } from "../kernel/idempotency";
import { snakeCase, wireEncoder } from "../kernel/wire";
import { type CustomerRow, customerView } from "./row";
import { CUSTOMER_DETAILS, Customer } from "./schema";

// A response that is kept for an Idempotency-Key may have 100 KiB, and a billing system may have sent
// 100,000 requests within a day: they are searched before the partner is locked, by the hour.

/** A write is committed within this time, or not at all. */
const COMMITTED_WITHIN = Prisma.sql`interval '10 minutes'`;

const encode = wireEncoder(Customer);
const DETAILS = CUSTOMER_DETAILS.map(snakeCase);

type Kept = { id: string; body: string };
type Searched = { partnerIds: string[]; customerId: string };

/** The kept responses among `rows`, to the partners or of the platform API, that have the ID. */
function withId({ partnerIds, customerId }: Searched, rows: Prisma.Sql): Prisma.Sql {
  // OFFSET 0, because PostgreSQL would search all bodies first, also those of other partners.
  return Prisma.sql`
    SELECT id, body FROM (
      SELECT id, body FROM idempotency_records
      WHERE (partner_id = ANY(${partnerIds}) OR partner_id IS NULL) AND ${rows} OFFSET 0) AS own
    WHERE strpos(body, ${customerId}) > 0`;
}

/** The IDs of the kept responses that have the customer's ID. */
export async function findResponses(
  db: Pick<ReadDb, "$queryRaw">,
  searched: Searched,
): Promise<string[]> {
  const ids = new Set<string>();
  // The latest first: time passes between two statements, and so their hours overlap.
  for (let hour = KEPT_HOURS; hour >= 0; hour--) {
    const from = Prisma.sql`expires_at >= now() + ${hour} * interval '1 hour'`;
    const to = Prisma.sql`expires_at < now() + ${hour + 1} * interval '1 hour'`;
    const bounds = [...(hour > 0 ? [from] : []), ...(hour < KEPT_HOURS ? [to] : [])];
    const rows = Prisma.join(bounds, " AND ");
    for (const { id } of await db.$queryRaw<Kept[]>(withId(searched, rows))) ids.add(id);
  }
  return [...ids];
}

/**
 * Erases the customer from the responses that were found, and from those that were written since. A
 * repeat then returns the erased customer. Without `found`, all are searched.
 */
export async function eraseResponses(
  tx: Tx,
  {
    partnerIds,
    after,
    found,
  }: { partnerIds: string[]; after: CustomerRow; found: string[] | null },
): Promise<void> {
  const view = Object(encode(customerView(after)));
  const erased = Object.fromEntries(DETAILS.map((name) => [name, view[name]]));
  const since = Prisma.sql`now() + ${KEPT_HOURS} * interval '1 hour' - ${COMMITTED_WITHIN}`;
  const rows =
    found === null ? Prisma.sql`TRUE` : Prisma.sql`(id = ANY(${found}) OR expires_at >= ${since})`;
  const searched = { partnerIds, customerId: after.id };
  for (const { id, body } of await tx.$queryRaw<Kept[]>(withId(searched, rows))) {
    const text = JSON.stringify(
      JSON.parse(body, (_name, value) => {
        const isCustomer = Object(value).id === after.id && "email" in Object(value);
        return isCustomer ? { ...value, ...erased } : value;
      }),
    );
    await tx.$executeRaw`
      UPDATE idempotency_records SET body = ${text}, headers = headers - 'etag' WHERE id = ${id}`;
  }
}
