import pg from "pg";
import { expect, it } from "vitest";
import type { Prisma } from "../../../prisma/client/client";
import { platformForTests } from "../../testing/platform";
import { saveProduct } from "../products/mutations";
import { listCharges, listSoldProducts, pageOfCharges, soldProducts } from "./queries";
import { ChargeSearch } from "./schema";

const CHARGES = 100_000;
/** Rows of charges that a page of 25 may read. */
const MAX_READ = 500;
const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, "0")}`;

const PRODUCTS = [
  ["common", "EUR"],
  ["rare", "EUR"],
  ["dollars", "USD"],
] as const;

const platform = await platformForTests();
const many = (await platform.newPartner()).id;
const products: string[] = [];
for (const [code, currency] of PRODUCTS) {
  const product = { code, currency, name: "Basic", floor: 0, defaultRetail: 0 };
  products.push((await saveProduct(platform.system, product)).id);
}
const client = new pg.Client({ connectionString: platform.databaseUrl });
await client.connect();
try {
  await client.query("ALTER TABLE charges DISABLE TRIGGER USER");
  // Another partner has as many rows.
  const other = (await platform.newPartner()).id;
  await fill(client, { partnerId: many, prefix: "", products });
  await fill(client, { partnerId: other, prefix: "x_", products });
  await client.query("ALTER TABLE charges ENABLE TRIGGER USER");
  await client.query("ANALYZE charges, customers, products");
} finally {
  await client.end();
}

type Fill = { partnerId: string; prefix: string; products: string[] };

/** One in a thousand rows is of a rare product, in a rare currency, a refund, and late each. */
async function fill(client: pg.Client, { partnerId, prefix, products }: Fill): Promise<void> {
  await client.query(
    `INSERT INTO customers (id, partner_id, email, email_key, created_at)
     SELECT 'acc_' || $2 || lpad(n::text, 26, '0'), $1, email, email, now()
     FROM generate_series(0, 999) n, LATERAL (SELECT $2 || n || '@example.com' AS email) e`,
    [partnerId, prefix],
  );
  await client.query(
    `INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency,
       occurred_at, type, charge_id, late, payout_id)
     SELECT 'chg_' || $2 || lpad(n::text, 26, '0'), $1, 'acc_' || $2 || lpad((n % 1000)::text, 26, '0'),
       CASE n % 1000 WHEN 1 THEN $4 WHEN 2 THEN $5 ELSE $3 END, 'e-' || n, 1 + n % 50,
       CASE n % 1000 WHEN 2 THEN 'USD' ELSE 'EUR' END,
       timestamptz '2026-01-01' + n * interval '1 min',
       CASE n % 1000 WHEN 3 THEN 'refund'::"ChargeType" ELSE 'charge' END,
       CASE n % 1000 WHEN 3 THEN 'chg_' || $2 || lpad((n - 3)::text, 26, '0') END,
       n % 1000 = 4, CASE n % 1000 WHEN 4 THEN 'po_' || lpad('1', 26, '0') END
     FROM generate_series(0, $6::int - 1) n`,
    [partnerId, prefix, ...products, CHARGES],
  );
}

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
};

const scansOf = (node: Node): Node[] => [
  ...(node["Relation Name"] === "charges" ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

const planOf = (rows: Parameters<typeof pageOfCharges>[0]) => planOfQuery(pageOfCharges(rows));

/** The names of the plan's nodes that read charges, and how many rows they read. */
async function planOfQuery(query: Prisma.Sql) {
  const [row] = await platform.system.db.$queryRaw<{ "QUERY PLAN": [{ Plan: Node }] }[]>`
    EXPLAIN (ANALYZE, FORMAT JSON) ${query}`;
  const scans = row ? scansOf(row["QUERY PLAN"][0].Plan) : [];
  const read = scans.map(
    (scan) => scan["Actual Loops"] * (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)),
  );
  return { types: scans.map((scan) => scan["Node Type"]), read: read.reduce((a, b) => a + b, 0) };
}

const MIDDLE = ["2026-02-04T17:20:00.000Z", idOf("chg", 50_000)];
it.each<[string, object]>([
  ["no filter", {}],
  ["a customer", { accountId: idOf("acc", 7) }],
  ["an external ID", { externalId: "e-77777" }],
  ["a frequent product", { product: "common" }],
  ["a rare product", { product: "rare" }],
  ["a frequent currency", { currency: "EUR" }],
  ["a rare currency", { currency: "USD" }],
  ["charges", { type: "charge" }],
  ["refunds", { type: "refund" }],
  ["reversals, of which there are none", { type: "refund_reversal" }],
  ["the refunds of a charge", { chargeId: idOf("chg", 5_000) }],
  ["late ones", { late: "true" }],
  ["those that are not", { late: "false" }],
  ["a start", { occurredAfter: "2026-03-01T00:00:00Z" }],
  ["an end", { occurredBefore: "2026-02-01T00:00:00Z" }],
  [
    "a rare product in a month",
    {
      product: "rare",
      occurredAfter: "2026-02-01T00:00:00Z",
      occurredBefore: "2026-03-01T00:00:00Z",
    },
  ],
  ["a customer's refunds", { accountId: idOf("acc", 3), type: "refund" }],
])("a page of 100,000 charges reads an index: %s", async (_, query) => {
  const filter = ChargeSearch.parse(query);
  for (const position of [null, MIDDLE]) {
    const { types, read } = await planOf({
      partnerId: many,
      filter,
      payout: null,
      position,
      count: 26,
    });
    expect(types).not.toContain("Seq Scan");
    expect(read).toBeLessThan(MAX_READ);
  }
});

it.each<[string, object]>([
  ["no filter", {}],
  ["a customer", { accountId: idOf("acc", 7) }],
  ["an external ID", { externalId: "e-77777" }],
  ["a frequent product", { product: "common" }],
  ["the refunds of a charge", { chargeId: idOf("chg", 5_000) }],
  ["an end", { occurredBefore: "2026-02-01T00:00:00Z" }],
])("a page of all partners' charges reads an index: %s", async (_, query) => {
  const filter = ChargeSearch.parse(query);
  const { types, read } = await planOf({
    partnerId: null,
    filter,
    payout: null,
    position: null,
    count: 26,
  });
  expect(types).not.toContain("Seq Scan");
  expect(read).toBeLessThan(MAX_READ);
});

it.each([
  ["a month's", null],
  ["an adjustment's", idOf("po", 2)],
])("a page of %s payout reads an index", async (_, correctsId) => {
  const payout = { id: idOf("po", 1), period: "2026-02", currency: "EUR", correctsId };
  const { types, read } = await planOf({
    partnerId: many,
    filter: ChargeSearch.parse({}),
    payout: Object.assign(Object.create(null), payout),
    position: null,
    count: 26,
  });
  expect(types).not.toContain("Seq Scan");
  expect(read).toBeLessThan(MAX_READ);
});

it("finds the products of 100,000 charges by one look into an index for each", async () => {
  const { types, read } = await planOfQuery(soldProducts(many));
  expect(types).not.toContain("Seq Scan");
  expect(read).toBe(PRODUCTS.length);
  const found = await listSoldProducts(platform.system, { partnerId: many });
  expect(found.map(({ code }) => code)).toEqual(["common", "dollars", "rare"]);
});

it("finds the same rows as the filters say", async () => {
  const find = async (query: object) => {
    const page = await listCharges(platform.system, {
      partnerId: many,
      ...ChargeSearch.parse({ limit: 100, ...query }),
    });
    return page.data.length;
  };
  const counts = [{ product: "rare" }, { currency: "USD" }, { type: "refund" }, { late: "true" }];
  for (const query of counts) expect(await find(query)).toBe(100);
  expect(await find({ chargeId: idOf("chg", 5_000) })).toBe(1);
  expect(await find({ accountId: idOf("acc", 3), type: "refund" })).toBe(100);
});
