import pg from "pg";
import { expect, it } from "vitest";
import { Prisma } from "../../../prisma/client/client";
import { platformForTests } from "../../testing/platform";
import { createCustomer } from "./mutations";
import { conditionsOf, listCustomers } from "./queries";
import { type CustomerFilter, CustomerQuery } from "./schema";
import { newest } from "./search";
import { moveCustomer } from "./status";
import { updateCustomer } from "./update";

const CUSTOMERS = 100_000;

const platform = await platformForTests();
const many = (await platform.newPartner()).id;
const client = new pg.Client({ connectionString: platform.databaseUrl });
await client.connect();
try {
  // Every thousandth is suspended, every tenth closed; half have not changed since an old release.
  await client.query(
    `INSERT INTO customers (id, partner_id, email, email_key, external_id, name, created_at, updated_at,
       status, suspended_at, closed_at)
     SELECT 'acc_' || lpad(n::text, 26, '0'), $1, email, email, 'c-' || n, 'Name' || n,
       at, CASE WHEN n % 2 = 0 THEN at END,
       CASE WHEN n % 10 = 1 THEN 'closed'::"CustomerStatus" ELSE 'active' END,
       CASE WHEN n % 1000 = 0 THEN at END, CASE WHEN n % 10 = 1 THEN at END
     FROM generate_series(1, $2::int) n,
       LATERAL (SELECT 'm' || n || '@example.com' AS email,
         timestamptz '2026-01-01' + n * interval '1 s' AS at) e`,
    [many, CUSTOMERS],
  );
  await client.query("ANALYZE customers");
} finally {
  await client.end();
}

const list = async (partnerId: string, query: object) =>
  (await listCustomers(platform.system, { partnerId, ...CustomerQuery.parse(query) })).data;

async function planOf(filter: CustomerFilter, position: readonly string[] | null = null) {
  const where = conditionsOf(many, filter, position);
  const rows = await platform.system.db.$queryRaw<Record<string, string>[]>`
    EXPLAIN ${newest(Prisma.sql`customers WHERE ${where}`, 26)}`;
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const at = (text: string) => new Date(text);
const MIDDLE = ["2026-01-01T12:00:00.000Z", `acc_${"43200".padStart(26, "0")}`];
it.each<[string, CustomerFilter]>([
  ["no filter", {}],
  ["active", { status: "active" }],
  ["suspended", { status: "suspended" }],
  ["closed", { status: "closed" }],
  ["changed lately", { updatedSince: at("2026-01-02T03:46:00Z") }],
  ["changed at any time", { updatedSince: at("2020-01-01T00:00:00Z") }],
  ["closed and changed lately", { status: "closed", updatedSince: at("2026-01-02T03:46:00Z") }],
  ["suspended before", { status: "suspended", createdBefore: at("2026-01-01T01:00:00Z") }],
])("lists 100,000 customers without a full scan: %s", async (_, filter) => {
  for (const position of [null, MIDDLE]) {
    expect(await planOf(filter, position)).not.toContain("Seq Scan");
  }
});

it("finds by a word, an email, an external ID and a status together", async () => {
  expect(await list(many, { q: "name77777" })).toMatchObject([{ externalId: "c-77777" }]);
  expect(await list(many, { q: "M77777@" })).toMatchObject([{ externalId: "c-77777" }]);
  expect(await list(many, { q: "c-1000", status: "suspended" })).toHaveLength(1);
  expect(await list(many, { q: "c-1000", status: "closed" })).toEqual([]);
});

it("lists what was created or changed since a time, also what an old release created", async () => {
  const since = "2026-01-02T03:46:38Z";
  const found = await list(many, { updatedSince: since, limit: 100 });
  expect(found.map(({ externalId }) => externalId)).toEqual(["c-100000", "c-99999", "c-99998"]);
  const { id: partnerId } = await platform.newPartner();
  const add = (email: string) =>
    createCustomer(platform.system, { partnerId, email, metadata: {} });
  const [first, second, third] = [await add("a@x.io"), await add("b@x.io"), await add("c@x.io")];
  await updateCustomer(platform.system, { customerId: second.id, name: "B" });
  const { updatedAt } = await moveCustomer(platform.system, {
    customerId: first.id,
    move: "close",
  });
  const changed = await list(partnerId, { updatedSince: (updatedAt as Date).toISOString() });
  expect(changed.map(({ id }) => id)).toContain(first.id);
  expect(changed.map(({ id }) => id)).not.toContain(third.id);
});

it("a list has an ETag that changes with any of its customers", async () => {
  const { partner, plaintext: key } = await platform.newPartnerWithKey();
  const made = { partnerId: partner.id, email: "a@x.io", metadata: {} };
  const { id: customerId } = await createCustomer(platform.system, made);
  const read = (etag = "") =>
    platform.call("/accounts?q=a%40x", { key, headers: { "if-none-match": etag } });
  const etag = (await read()).headers.get("etag") ?? "";
  expect((await read(etag)).status).toBe(304);
  await updateCustomer(platform.system, { customerId, name: "Ada" });
  expect((await read(etag)).status).toBe(200);
});
