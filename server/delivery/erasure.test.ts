import { expect, it } from "vitest";
import { Prisma } from "../../prisma/client/client";
import { anonymizeCustomer } from "../core/customers/anonymize";
import { createCustomer } from "../core/customers/mutations";
import { getCustomer, listCustomers } from "../core/customers/queries";
import { transferCustomer } from "../core/customers/transfer";
import { updateCustomer } from "../core/customers/update";
import { beginImport, importBatch } from "../core/imports/mutations";
import { archiveProduct, saveProduct } from "../core/products/mutations";
import { EXPORTS } from "../export/exports";
import { jsonClient } from "../rest/testing/json-client";
import { concurrently } from "../testing/concurrently";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();

/** Every value that names the person, of now and of before. */
const VALUES = {
  email: "Grace.Hopper@navy.example",
  earlierEmail: "grace@university.example",
  name: "Grace Brewster",
  externalId: "person-4711",
  earlierExternalId: "person-0815",
  metadataKey: "cobol-key",
  metadataValue: "flow matic",
};

/** A product that was archived before the customers of these tests were created. */
const RETIRED = "retired";

/** All rows of all tables as text, by table. */
async function dump(): Promise<Record<string, string>> {
  const { db } = stand.system;
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  const texts: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await db.$queryRaw<{ row: string }[]>`
      SELECT t::text AS row FROM ${Prisma.raw(name)} t`;
    texts[name] = rows.map(({ row }) => row).join("\n");
  }
  return texts;
}

/** The tables that contain one of the values, in any case and as it is written in a URL. */
async function tablesWith(values: readonly string[]): Promise<string[]> {
  const wanted = values.flatMap((value) => [value, encodeURIComponent(value)]);
  const texts = Object.entries(await dump());
  const isIn = (text: string) =>
    wanted.some((value) => text.toLowerCase().includes(value.toLowerCase()));
  return texts.flatMap(([name, text]) => (isIn(text) ? [name] : [])).sort();
}

/** Imports charges that are refused with the customer's names: it is unknown, or newer than the product. */
async function chargeInVain(partner: string, product = "basic"): Promise<void> {
  const kind = "charges" as const;
  const { runId } = await beginImport(stand.system, { kind, partner, fileHash: null });
  const records = [
    { customer_email: VALUES.email, external_id: "1" },
    { customer_external_id: VALUES.externalId, external_id: "2" },
  ];
  const common = { product, amount: 1, occurred_at: stand.system.clock.now().toISOString() };
  const lines = records.map((record, index) => ({
    line: index + 1,
    record: { ...common, ...record },
  }));
  const range = { afterLine: 0, throughLine: 2, lines, unreadable: [] };
  const { rejected } = await importBatch(stand.system, { kind, partner, runId, ...range });
  expect(rejected).toHaveLength(2);
}

/** A customer that has left traces in every table that keeps any. */
async function newPerson() {
  const echo = { payload: "snapshot", types: ["account.*"] } as const;
  const made = await stand.newEndpoint((request, response) => request.pipe(response), {
    ...echo,
    types: [...echo.types],
  });
  const { partner, partnerId, received } = made;
  const api = jsonClient(stand.platform.call, (await stand.platform.newKey(partner)).plaintext);
  const call = (method: string, path: string, body?: object, once?: string) =>
    api(method, path, body, once === undefined ? {} : { "idempotency-key": once });
  const basic = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
  await saveProduct(stand.system, basic);
  if ((await stand.system.db.product.count({ where: { code: RETIRED } })) === 0) {
    await saveProduct(stand.system, { ...basic, code: RETIRED });
    await archiveProduct(stand.system, { code: RETIRED, isArchived: true });
  }
  await chargeInVain(partner.code);
  const dispatcher = stand.startDispatcher();
  const first = { email: VALUES.earlierEmail, external_id: VALUES.earlierExternalId };
  const created = await call("POST", "/accounts", { ...first, name: VALUES.name }, "create");
  const { id: customerId } = created.body;
  const metadata = { [VALUES.metadataKey]: VALUES.metadataValue };
  const changes = { email: VALUES.email, external_id: VALUES.externalId, metadata };
  await call("PATCH", `/accounts/${customerId}`, changes, "change");
  for (const value of [VALUES.email, VALUES.earlierEmail, VALUES.externalId]) {
    await call("GET", `/accounts/${encodeURIComponent(value)}`);
  }
  await call("POST", "/accounts", { [VALUES.externalId]: 1 });
  await call("PATCH", `/accounts/${customerId}`, { metadata: { [VALUES.metadataKey]: [] } });
  await chargeInVain(partner.code, RETIRED);
  await stand.platform.wiring.recorder.flush();
  await expect.poll(() => received).toHaveLength(2);
  await dispatcher.drained();
  return { partner, partnerId, customerId, call, changes };
}

/** Transfers the customer to another partner and changes it there. */
async function transfer(customerId: string): Promise<void> {
  const { id: toPartnerId, code } = await stand.platform.newPartner();
  await transferCustomer(stand.system, { customerId, toPartnerId });
  await updateCustomer(stand.system, { customerId, name: `${VALUES.name} Hopper` });
  await chargeInVain(code, RETIRED);
}

it("after a transfer and an erasure, a dump of the whole database has none of the values", async () => {
  const { customerId, call, changes } = await newPerson();
  await transfer(customerId);
  expect(await tablesWith(Object.values(VALUES))).toContain("former_customers");
  await anonymizeCustomer(stand.system, { customerId });
  expect(await tablesWith(Object.values(VALUES))).toEqual([]);
  // The former partner's repeat gets its response without the values.
  const repeat = await call("PATCH", `/accounts/${customerId}`, changes, "change");
  expect([repeat.status, repeat.body]).toMatchObject([200, { name: null, metadata: {} }]);
});

it("after an erasure, a dump of the whole database has none of the values", async () => {
  const { partnerId, customerId, call, changes } = await newPerson();
  expect(await tablesWith(Object.values(VALUES))).toEqual([
    "audit_events",
    "customers",
    "events",
    "idempotency_records",
    "import_rejections",
    "import_runs",
    "request_log",
    "webhook_attempts",
  ]);
  const erased = await anonymizeCustomer(stand.system, { customerId });
  expect(await tablesWith(Object.values(VALUES))).toEqual([]);

  const placeholder = `${customerId}@anonymized.invalid`;
  const empty = { email: placeholder, name: null, externalId: null, metadata: {} };
  expect(erased).toMatchObject({ ...empty, status: "anonymized" });
  // A repeat of an earlier write gets its response without the values, and writes nothing.
  const repeat = await call("PATCH", `/accounts/${customerId}`, changes, "change");
  expect([repeat.status, repeat.body]).toMatchObject([
    200,
    { id: customerId, email: placeholder, name: null, external_id: null, metadata: {} },
  ]);
  const again = await call("PATCH", `/accounts/${customerId}`, { name: VALUES.name });
  expect([again.status, again.body.details]).toEqual([409, { status: "anonymized" }]);
  for (const search of ["grace", VALUES.externalId]) {
    const { data } = await listCustomers(stand.system, { partnerId, search, limit: 10 });
    expect(data).toEqual([]);
  }
  expect(await tablesWith(Object.values(VALUES))).toEqual([]);
});

it("a delivery that is under way during the erasure stores none of the values", async () => {
  let letGo = (): void => undefined;
  const made = await stand.newEndpoint(
    (request, response) => {
      letGo = () => request.pipe(response);
    },
    { payload: "snapshot", types: ["account.created"] },
  );
  const dispatcher = stand.startDispatcher();
  const { email, name, externalId } = VALUES;
  const { id: customerId } = await createCustomer(stand.system, {
    partnerId: made.partnerId,
    email,
    name,
    externalId,
    metadata: {},
  });
  await expect.poll(() => made.received).toHaveLength(1);
  await anonymizeCustomer(stand.system, { customerId });
  letGo();
  await dispatcher.drained();
  expect(await stand.deliveriesOf(made.endpointId)).toMatchObject([{ status: "delivered" }]);
  expect(await tablesWith(Object.values(VALUES))).toEqual([]);
});

it.each(["request_log", "idempotency_records"])(
  "a long %s is searched while the partner's other changes go on",
  async (table) => {
    const { id: partnerId } = await stand.platform.newPartner();
    const { email, name, externalId } = VALUES;
    const fields = { partnerId, email, name, externalId, metadata: {} };
    const { id: customerId } = await createCustomer(stand.system, fields);
    let erasing: Promise<unknown> = Promise.resolve();
    await stand.system.transact(async (tx) => {
      await tx.$executeRaw`LOCK TABLE ${Prisma.raw(table)} IN ACCESS EXCLUSIVE MODE`;
      erasing = anonymizeCustomer(stand.system, { customerId });
      const isSearching = async () => {
        const waiting = await stand.system.db.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE ${`%${table}%`}
          AND datname = current_database() AND backend_type = 'client backend'`;
        return waiting.length > 0;
      };
      await expect.poll(isSearching).toBe(true);
      await createCustomer(stand.system, {
        ...fields,
        email: "other@example.com",
        externalId: "o",
      });
    });
    await erasing;
    expect(await getCustomer(stand.system, { customerId })).toMatchObject({ status: "anonymized" });
  },
);

it("another customer with the same values elsewhere keeps them", async () => {
  const { id: otherId } = await stand.platform.newPartner();
  const { email, name, externalId } = VALUES;
  const fields = { partnerId: otherId, email, name, externalId, metadata: {} };
  const other = await createCustomer(stand.system, fields);
  const { customerId } = await newPerson();
  await anonymizeCustomer(stand.system, { customerId });
  expect(await getCustomer(stand.system, { customerId: other.id })).toEqual(other);
});

it("a snapshot of an earlier event does not show what the customer is elsewhere", async () => {
  const made = await stand.newEndpoint((_request, response) => response.end(), {
    payload: "snapshot",
    types: ["account.*"],
  });
  const fields = { partnerId: made.partnerId, email: VALUES.email, metadata: {} };
  const { id: customerId } = await createCustomer(stand.system, fields);
  await transfer(customerId);
  const dispatcher = stand.startDispatcher();
  await expect.poll(() => made.received).toHaveLength(2);
  await dispatcher.drained();
  const bodies = made.received.map(({ body }) => JSON.parse(body));
  // Webhooks of different events may arrive in any order.
  const types = bodies.map(({ type }) => type).sort();
  expect(types).toEqual(["account.created", "account.transferred_out"]);
  for (const body of bodies) expect(JSON.stringify(body)).not.toContain(VALUES.name);
});

it("twenty erasures at once, beside exports, have one outcome", async () => {
  const { partnerId, customerId } = await newPerson();
  const owner = stand.platform.as({
    kind: "key",
    keyId: "key_x",
    partnerId,
    scopes: ["accounts:read"],
  });
  const exported: string[] = [];
  const work = Array.from({ length: 20 }, (_, n) => n);
  const results = await concurrently(work, async (n) => {
    if (n % 4 !== 0) return anonymizeCustomer(stand.system, { customerId });
    for await (const block of EXPORTS.customers?.(owner, {}) ?? []) exported.push(String(block));
    return null;
  });
  const values = results.map((one) => (one.status === "fulfilled" ? one.value : one.reason));
  const made = values.filter((value) => value !== null);
  expect(new Set(made.map((value) => JSON.stringify(value))).size).toBe(1);
  const rows = await stand.system.db.auditEvent.count({
    where: { partnerId, action: "customer.anonymized" },
  });
  expect(rows).toBe(1);
  const lines: string[] = [];
  for await (const block of EXPORTS.customers?.(owner, {}) ?? []) lines.push(String(block));
  expect(lines.join("")).not.toContain(VALUES.email);
  // An export has the customer as it was or as it is, and nothing between.
  for (const text of exported.filter((block) => block.includes(customerId))) {
    expect(text.includes(VALUES.email)).toBe(text.includes(VALUES.externalId));
  }
});
