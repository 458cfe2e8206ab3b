import pg from "pg";
import { expect, it } from "vitest";
import { Prisma } from "../../../prisma/client/client";
import { platformForTests } from "../../testing/platform";
import { wholeList } from "../kernel/whole-list";
import { listCustomers } from "./queries";
import { byIndex } from "./search";

const CUSTOMERS = 20_000;

const platform = await platformForTests();
const partnerId = (await platform.newPartner()).id;
const client = new pg.Client({ connectionString: platform.databaseUrl });
await client.connect();
try {
  await client.query(
    `INSERT INTO customers (id, partner_id, email, email_key, external_id, name, metadata, created_at)
     SELECT 'acc_' || lpad(n::text, 26, '0'), $1, email, email, 'c-' || n,
       CASE WHEN n % 2000 = 0 THEN 'Anna Ivanova' ELSE 'Bernd Beispiel' || n END,
       json_build_object('notes', repeat('x', 1000)), now() + n * interval '1 ms'
     FROM generate_series(1, $2::int) n, LATERAL (SELECT 'm' || n || '@example.com' AS email) e`,
    [partnerId, CUSTOMERS],
  );
  await client.query("ANALYZE customers");
} finally {
  await client.end();
}

const find = async (search: string, of = partnerId) =>
  (await listCustomers(platform.system, { partnerId: of, search, limit: 25 })).data;

async function planOf(search: string): Promise<string> {
  const where = Prisma.sql`partner_id = ${partnerId}`;
  const rows = await platform.system.db.$queryRaw<Record<string, string>[]>`
    EXPLAIN ${byIndex({ partnerId, where, search, count: 26 })}`;
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

it.each(["ivanova", "m777@exam", "c-777", "anna ivanova"])(
  "searches for %j with an index, without a full scan",
  async (search) => {
    const plan = await planOf(search);
    expect(plan).toContain("customers_words_idx");
    expect(plan).toContain("customers_email_idx");
    expect(plan).toContain("customers_partner_id_external_id_key");
    expect(plan).not.toMatch(/Seq Scan|Index Scan using/);
  },
);

it("finds rare names among many customers, newest first, page by page", async () => {
  const query = { partnerId, search: "ivanova" };
  const seen = await wholeList((page) => listCustomers(platform.system, { ...query, ...page }), 4);
  expect(seen.map(({ externalId }) => externalId)).toEqual(
    Array.from({ length: 10 }, (_, n) => `c-${CUSTOMERS - n * 2_000}`),
  );
});

it("returns the newest of many matches of a single letter", async () => {
  const found = (await find("b")).map(({ externalId }) => externalId);
  expect(found[0]).toBe(`c-${CUSTOMERS - 1}`);
  expect(found).toHaveLength(25);
});

it.each([
  ["O'Brien-Smith, Jr.", ["brien", "o'brien", "smith", "jr", "SMITH o"], ["rien", "smithe"]],
  ["Þórdís 李 明", ["Þór", "李", "明 Þórdís"], ["órdís"]],
  ["100% \\ 'a' & !b:* (c|d)", ["100%", "\\ a", "c d", "!b:*"], ["e", "a & e"]],
  ["  ...  ", ["..."].slice(1), ["a", "...", "'"]],
])("matches %j by word prefix only", async (name, found, missed) => {
  const { id } = await platform.newPartner();
  const data = { id: `acc_${id.slice(4)}`, partnerId: id, email: "x@y.z", emailKey: "x@y.z", name };
  await platform.wiring.core.transact((tx) =>
    tx.customer.create({ data: { ...data, createdAt: new Date() } }),
  );
  for (const search of found) expect(await find(search, id), search).toHaveLength(1);
  for (const search of missed) expect(await find(search, id), search).toEqual([]);
});

it("reads only the index entries of one partner", async () => {
  expect(await find("ivanova", (await platform.newPartner()).id)).toEqual([]);
});
