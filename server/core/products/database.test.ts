import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";

// Constraints that the database enforces for every writer.
const platform = await platformForTests();
const { id: partnerId } = await platform.newPartner();
const client = new pg.Client({ connectionString: platform.databaseUrl });
afterAll(() => client.end());
await client.connect();

let made = 0;
const now = new Date();
type Row = Record<string, unknown>;

async function insert(table: string, row: Row): Promise<string> {
  const names = Object.keys(row);
  const slots = names.map((_, index) => `$${index + 1}`);
  const sql = `INSERT INTO ${table} (${names}) VALUES (${slots})`;
  await client.query(sql, Object.values(row));
  return String(row.id);
}

const product = (row: Row = {}): Row => ({
  id: `prd_${++made}`,
  code: `p${made}`,
  name: "Basic",
  floor: 500,
  default_retail: 900,
  currency: "EUR",
  created_at: now,
  updated_at: now,
  ...row,
});
const productId = await insert("products", product());
const price = (row: Row = {}): Row => ({
  partner_id: partnerId,
  product_id: productId,
  amount: 900,
  version: 1,
  updated_at: now,
  ...row,
});
const change = (row: Row = {}): Row => ({
  id: `pch_${++made}`,
  partner_id: partnerId,
  product_id: productId,
  version: made,
  before: 1,
  after: 2,
  at: now,
  actor_kind: "user",
  changed_by: "a@example.com",
  ...row,
});
const record = (row: Row = {}): Row => ({
  id: `r${++made}`,
  partner_id: partnerId,
  fingerprint: Buffer.alloc(32),
  expires_at: now,
  ...row,
});
const customer = (row: Row = {}): Row => ({
  id: `acc_${++made}`,
  partner_id: partnerId,
  email: `${made}@x`,
  email_key: `${made}@x`,
  created_at: now,
  ...row,
});

const REFUSED: [what: string, constraint: string, write: () => Promise<string>][] = [
  ["a product without a code", "products_code", () => insert("products", product({ code: "" }))],
  ["a code with a slash", "products_code", () => insert("products", product({ code: "a/b" }))],
  ["a product without a name", "products_name", () => insert("products", product({ name: "" }))],
  ["a negative minimum", "products_floor", () => insert("products", product({ floor: -1 }))],
  [
    "a default price below the minimum",
    "products_default_retail",
    () => insert("products", product({ default_retail: 499 })),
  ],
  ["no currency", "products_currency", () => insert("products", product({ currency: "eur" }))],
  ["a negative price", "prices_amount", () => insert("prices", price({ amount: -1 }))],
  [
    "an amount above the maximum",
    "prices_amount",
    () => insert("prices", price({ amount: 2 ** 50 })),
  ],
  ["a price without a version", "prices_version", () => insert("prices", price({ version: 0 }))],
  [
    "a change without a version",
    "changes_version",
    () => insert("price_changes", change({ version: 0 })),
  ],
  [
    "a fingerprint that is not a SHA-256",
    "records_fingerprint",
    () => insert("idempotency_records", record({ fingerprint: Buffer.alloc(31) })),
  ],
  [
    "a stored failure",
    "records_status",
    () => insert("idempotency_records", record({ status: 409, body: "{}" })),
  ],
  [
    "a response without a body",
    "records_body",
    () => insert("idempotency_records", record({ status: 200 })),
  ],
  ["an empty name", "customers_name", () => insert("customers", customer({ name: "" }))],
  [
    "an empty external id",
    "customers_external_id",
    () => insert("customers", customer({ external_id: "" })),
  ],
  [
    "metadata that is a list",
    "customers_metadata",
    () => insert("customers", customer({ metadata: "[]" })),
  ],
];

it.each(REFUSED)("refuses %s", async (_what, constraint, write) => {
  await expect(write()).rejects.toMatchObject({
    code: "23514",
    constraint: expect.stringContaining(constraint),
  });
});

it("rejects a change of a product's currency", async () => {
  const update = client.query("UPDATE products SET currency = 'USD' WHERE id = $1", [productId]);
  await expect(update).rejects.toMatchObject({ constraint: "products_currency_kept" });
});

it("rejects a duplicate version and the deletion of a product with prices", async () => {
  await insert("price_changes", change({ version: 7 }));
  await expect(insert("price_changes", change({ version: 7 }))).rejects.toMatchObject({
    code: "23505",
  });
  const removed = client.query("DELETE FROM products WHERE id = $1", [productId]);
  await expect(removed).rejects.toMatchObject({ code: expect.stringMatching(/^23(001|503)$/) });
});
