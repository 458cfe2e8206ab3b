import { Prisma } from "../../../prisma/client/client";
import type { Ctx, ReadDb, Tx } from "../kernel/actor";
import { firstIdAt } from "../kernel/ids";
import { eraseResponses, findResponses } from "./erase-responses";
import { type CustomerRow, PLACEHOLDER_DOMAIN } from "./row";
import { NAMING_REFUSALS } from "./schema";

/** Replaces a value in texts that must stay. */
const ERASED = "(erased)";

/**
 * Removes what identified a customer from everything that other tables keep of it, also of the
 * partners that it was transferred from. `before` is the row with the values, `after` the one
 * without. Everything that was written about the customer by then is found by its ID; texts without
 * an ID are found by the values, also by earlier ones. Returns its partner and its former ones.
 */
export async function eraseTraces(
  tx: Tx,
  { before, after, found }: { before: CustomerRow; after: CustomerRow; found: Found },
): Promise<string[]> {
  const { id } = before;
  const partnerIds = await partnersOf(tx, before);
  const values = await identifiersOf(tx, before);
  await tx.$executeRaw`
    UPDATE audit_events SET detail = '{}' WHERE subject = ${id} AND detail <> '{}'`;
  await tx.$executeRaw`
    UPDATE events SET data = jsonb_set(data, '{external_id}', 'null')
    WHERE subject_id = ${id} AND data->>'external_id' IS NOT NULL`;
  await eraseDeliveries(tx, id);
  const hasAllPartners = partnerIds.every((one) => found.partnerIds.includes(one));
  await eraseResponses(tx, { partnerIds, after, found: hasAllPartners ? found.responses : null });
  await eraseRejections(tx, partnerIds, values);
  await eraseRequests(tx, { partnerIds, values, found });
  await tx.formerCustomer.updateMany({
    where: { customerId: id },
    data: { email: after.email, emailKey: after.emailKey, externalId: null, name: null },
  });
  return partnerIds;
}

/** The customer's partner, and those that it was transferred from. */
async function partnersOf(
  db: Pick<ReadDb, "formerCustomer">,
  { id: customerId, partnerId }: CustomerRow,
): Promise<string[]> {
  const where = { customerId };
  const former = await db.formerCustomer.findMany({ where, orderBy: { partnerId: "asc" } });
  return [partnerId, ...former.map((one) => one.partnerId)];
}

/** The customer's emails and external IDs, of now and before, which are what it was looked up by. */
async function identifiersOf(
  db: Pick<Tx, "$queryRaw">,
  { id, email, externalId }: CustomerRow,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ value: string | null }[]>`
    SELECT value FROM audit_events,
      LATERAL (VALUES (detail->>'email'), (detail#>>'{values,email,before}'),
        (detail#>>'{values,email,after}'), (detail#>>'{values,external_id,before}'),
        (detail#>>'{values,external_id,after}')) AS named (value)
    WHERE subject = ${id} AND value IS NOT NULL
    UNION SELECT unnest(ARRAY[email, external_id]) FROM former_customers WHERE customer_id = ${id}`;
  const known = [email, externalId, ...rows.map(({ value }) => value)].flatMap((value) =>
    value === null || value.endsWith(PLACEHOLDER_DOMAIN) ? [] : [value],
  );
  return [...new Set(known)];
}

/** Bodies with the whole customer, and what receivers returned to them. */
async function eraseDeliveries(tx: Tx, customerId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_attempts AS attempt
    SET request_body = NULL, response = '', response_headers = NULL, is_kept = false
    FROM events JOIN webhook_deliveries AS delivery ON delivery.event_id = events.id
    WHERE events.subject_id = ${customerId}
      AND (attempt.endpoint_id, attempt.event_id) = (delivery.endpoint_id, delivery.event_id)`;
}

/** The lines of imports that named the customer and were refused. */
async function eraseRejections(tx: Tx, partnerIds: string[], values: string[]): Promise<void> {
  const names = [...values, ...values.map((value) => value.toLowerCase())];
  const reasons = names.flatMap((name) =>
    Object.values(NAMING_REFUSALS).map((reasonOf) => reasonOf(name)),
  );
  const erased = NAMING_REFUSALS.account_not_found(ERASED);
  const runs = Prisma.sql`
    SELECT id FROM import_runs WHERE rejected > 0 AND (partner_code IS NULL
      OR partner_code IN (SELECT code FROM partners WHERE id = ANY(${partnerIds})))`;
  await tx.$executeRaw`
    UPDATE import_rejections SET reason = ${erased}
    WHERE run_id IN (${runs}) AND reason = ANY(${reasons})`;
  await tx.$executeRaw`
    UPDATE import_runs SET last_rejected = (
      SELECT jsonb_agg(CASE WHEN line->>'reason' = ANY(${reasons})
        THEN jsonb_set(line, '{reason}', to_jsonb(${erased}::text))
        ELSE line END)
      FROM jsonb_array_elements(last_rejected) AS line)
    WHERE id IN (${runs}) AND EXISTS (
      SELECT FROM jsonb_array_elements(last_rejected) AS line
      WHERE line->>'reason' = ANY(${reasons}))`;
}

/** A request is logged within this time, or not at all. */
const LOGGED_WITHIN_MS = 10 * 60_000;

/**
 * The logged requests of the partners that name a customer by one of `values`, where later ones are
 * from `since` on; and the kept responses that have it.
 */
type Found = {
  partnerIds: string[];
  values: string[];
  requests: string[];
  since: string;
  responses: string[];
};

/**
 * Finds the logged requests that name the customer and the kept responses that have it, before its
 * partner is locked: there may be millions, and other changes of the partner would wait.
 */
export async function findTraces(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  customer: CustomerRow,
): Promise<Found> {
  const since = firstIdAt("request", clock.now().getTime() - LOGGED_WITHIN_MS);
  const [partnerIds, values] = [await partnersOf(db, customer), await identifiersOf(db, customer)];
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM request_log WHERE partner_id = ANY(${partnerIds})
      AND (${hasPath(values)} OR ${hasRequestId(values)} OR ${hasMessage(values)})`;
  const requests = rows.map(({ id }) => id);
  const responses = await findResponses(db, { partnerIds, customerId: customer.id });
  return { partnerIds, values, requests, since, responses };
}

/** Requested paths that had an email or an external ID in place of the ID, and clients' own IDs. */
async function eraseRequests(
  tx: Tx,
  of: { partnerIds: string[]; values: string[]; found: Found },
): Promise<void> {
  const { partnerIds, values, found } = of;
  // The customer may have been changed since the search, which is rare: then it is repeated.
  const isFound =
    values.every((value) => found.values.includes(value)) &&
    partnerIds.every((id) => found.partnerIds.includes(id));
  const rows = isFound
    ? [Prisma.sql`id = ANY(${found.requests})`, Prisma.sql`id >= ${found.since}`]
    : [Prisma.sql`TRUE`];
  for (const some of rows) {
    const own = Prisma.sql`partner_id = ANY(${partnerIds}) AND ${some}`;
    await tx.$executeRaw`
      UPDATE request_log SET path = '/' || ${ERASED} WHERE ${own} AND ${hasPath(values)}`;
    await tx.$executeRaw`
      UPDATE request_log SET error_message = NULL WHERE ${own} AND ${hasMessage(values)}`;
    await tx.$executeRaw`
      UPDATE request_log SET client_request_id = NULL WHERE ${own} AND ${hasRequestId(values)}`;
  }
}

const hasPath = (values: string[]) =>
  Prisma.sql`(path IS NOT NULL AND string_to_array(lower(path), '/') && ${asWritten(values)})`;
/** Messages quote names that clients wrote, or begin with a path that has them. */
const hasMessage = (values: string[]) => {
  const written = values.flatMap((value) => [`"${value}"`, ` ${value}:`, `.${value}:`]);
  return Prisma.sql`(error_message IS NOT NULL AND EXISTS (
    SELECT FROM unnest(${written.map((each) => each.toLowerCase())}::text[]) AS value
    WHERE strpos(' ' || lower(error_message), value) > 0))`;
};
const hasRequestId = (values: string[]) =>
  Prisma.sql`(lower(client_request_id) = ANY(${asWritten(values)}))`;

/** The values as a URL has them, in lower case. */
function asWritten(values: string[]): string[] {
  const written = values.flatMap((value) => [value, encodeURIComponent(value), encodeURI(value)]);
  return [...new Set(written.map((value) => value.toLowerCase()))];
}
