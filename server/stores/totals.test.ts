import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { freshDatabase } from "@/server/testing/database";

const database = await freshDatabase();
afterAll(() => database.drop());
const client = await connected();
afterAll(() => client.end());
await client.query(
  `INSERT INTO partners (id, code, name, revshare_pct, created_at)
     VALUES ('one', 'one', 'One', 20, now()), ('two', 'two', 'Two', 20, now());
   INSERT INTO products (id, code, name, floor, default_retail, currency, created_at, updated_at)
     VALUES ('a', 'a', 'A', 0, 0, 'EUR', now(), now()), ('b', 'b', 'B', 0, 0, 'USD', now(), now()),
       ('c', 'c', 'C', 0, 0, 'EUR', now(), now()), ('d', 'd', 'D', 0, 0, 'JPY', now(), now());`,
);
await addCustomers(["one-customer", "two-customer"], "2026-01-01T00:00:00Z");

async function connected(): Promise<pg.Client> {
  const fresh = new pg.Client({ connectionString: database.url });
  await fresh.connect();
  // Days are in UTC whatever the session's time zone.
  await fresh.query("SET TIME ZONE 'Pacific/Auckland'");
  return fresh;
}

/** Adds customers whose IDs begin with their partner's. */
async function addCustomers(ids: string[], createdAt: string): Promise<void> {
  await client.query(
    `INSERT INTO customers (id, partner_id, email, email_key, created_at)
     SELECT id, split_part(id, '-', 1), id, id, $2::timestamptz FROM unnest($1::text[]) id`,
    [ids, createdAt],
  );
}

const Row = fc.record({
  partner: fc.constantFrom("one", "two"),
  product: fc.constantFrom("a", "b", "c", "d"),
  amount: fc.oneof(fc.nat(1_000), fc.constantFrom(0, 1_000_000_000_000)),
  at: fc.date({
    min: new Date("2026-02-27T00:00:00Z"),
    max: new Date("2026-03-02T23:59:59.999Z"),
    noInvalidDate: true,
  }),
});
type Row = {
  partner: string;
  product: string;
  amount: number;
  at: Date;
};

/** Half of the charges with even amounts are refunded at once, and half of these refunds reversed. */
async function addCharges(db: pg.Client, rows: Row[]): Promise<void> {
  await insertCharges(db, rows);
  await db.query(
    `WITH refunded AS (
       SELECT *, gen_random_uuid()::text AS refund FROM charges
       WHERE type = 'charge' AND amount > 1 AND amount % 2 = 0
         AND NOT EXISTS (SELECT FROM charges AS one WHERE one.charge_id = charges.id)
     )
     INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency,
       occurred_at, type, charge_id, refund_id)
     SELECT refund, partner_id, customer_id, product_id, refund, amount / 2, currency,
       occurred_at + interval '9 hours', 'refund'::"ChargeType", id, NULL FROM refunded
     UNION ALL
     SELECT refund || 'r', partner_id, customer_id, product_id, refund || 'r', amount / 2, currency,
       occurred_at + interval '20 hours', 'refund_reversal', id, refund FROM refunded
       WHERE amount % 4 = 0`,
  );
}

function insertCharges(db: pg.Client, rows: Row[]): Promise<unknown> {
  return db.query(
    `INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
     SELECT gen_random_uuid()::text, p, p || '-customer', q, gen_random_uuid()::text, a, currency, t
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[]) AS row (p, q, a, t)
     JOIN products ON products.id = q`,
    [
      rows.map(({ partner }) => partner),
      rows.map(({ product }) => product),
      rows.map(({ amount }) => amount),
      rows.map(({ at }) => at.toISOString()),
    ],
  );
}

async function expectTrueTotals(): Promise<void> {
  const kept = await client.query(
    `SELECT partner_id, day::text, product_id, currency, charges, gross, refunds, reversals, refunded
     FROM charge_days
     WHERE charges <> 0 OR gross <> 0 OR refunds <> 0 OR reversals <> 0 OR refunded <> 0
     ORDER BY 1, 2, 3, 4`,
  );
  const summed = await client.query(
    `SELECT partner_id, (occurred_at AT TIME ZONE 'UTC')::date::text AS day, product_id, currency,
       count(*)::int AS charges,
       sum(CASE type WHEN 'refund' THEN -amount ELSE amount END)::bigint AS gross,
       (count(*) FILTER (WHERE type = 'refund'))::int AS refunds,
       (count(*) FILTER (WHERE type = 'refund_reversal'))::int AS reversals,
       (coalesce(sum(amount) FILTER (WHERE type = 'refund'), 0)
         - coalesce(sum(amount) FILTER (WHERE type = 'refund_reversal'), 0))::bigint AS refunded
     FROM charges GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  );
  expect(kept.rows).toEqual(summed.rows);
}

const Write = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), rows: fc.array(Row, { maxLength: 8 }) }),
  fc.record({ kind: fc.constant("remove" as const), like: fc.constantFrom("0%", "a%", "%") }),
  fc.record({
    kind: fc.constant("move" as const),
    like: fc.constantFrom("0%", "%1", "%"),
    hours: fc.integer({ min: -30, max: 30 }),
    amount: fc.integer({ min: 1, max: 50 }),
    product: fc.constantFrom("a", "b"),
  }),
  fc.record({ kind: fc.constant("roll back" as const), rows: fc.array(Row, { minLength: 1 }) }),
);

test("charge_days equals the sum over the charges after any write", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Write, { minLength: 1, maxLength: 6 }), async (writes) => {
      for (const write of writes) {
        if (write.kind === "add") await addCharges(client, write.rows);
        if (write.kind === "remove")
          await client.query(
            `DELETE FROM charges WHERE id LIKE $1 OR charge_id LIKE $1 OR refund_id LIKE $1`,
            [write.like],
          );
        if (write.kind === "move") {
          await client.query(
            `UPDATE charges SET occurred_at = occurred_at + make_interval(hours => $2),
               amount = CASE WHEN type = 'charge' THEN least(amount + $3, 1000000000000) ELSE amount END,
               product_id = products.id, currency = products.currency
             FROM products WHERE products.id = $4 AND coalesce(charge_id, charges.id) LIKE $1`,
            [write.like, write.hours, write.amount, write.product],
          );
        }
        if (write.kind === "roll back") {
          await client.query("BEGIN");
          await addCharges(client, write.rows);
          await client.query("ROLLBACK");
        }
        await expectTrueTotals();
      }
    }),
    { numRuns: 25 },
  );
});

test("charge_days is correct after concurrent writers in opposite order, and after a TRUNCATE", async () => {
  // Charges of the tests above that are not refunded yet: all clients would refund them.
  await client.query("TRUNCATE charges");
  const at = new Date("2026-03-01T12:00:00Z");
  const rowOf = (partner: string) => ({ partner, product: "a", amount: 5, at });
  const clients = await Promise.all(Array.from({ length: 8 }, connected));
  await Promise.all(
    clients.map(async (other, index) => {
      const order = index % 2 === 0 ? ["one", "two"] : ["two", "one"];
      for (let round = 0; round < 10; round += 1) await addCharges(other, order.map(rowOf));
      await other.end();
    }),
  );
  await expectTrueTotals();
  await client.query("TRUNCATE charges");
  await expectTrueTotals();
});

async function expectTrueCustomerDays(): Promise<void> {
  const kept = await client.query(
    "SELECT partner_id, day::text, customers FROM customer_days WHERE customers <> 0 ORDER BY 1, 2",
  );
  const summed = await client.query(
    `SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS customers
     FROM customers GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(kept.rows).toEqual(summed.rows);
}

test("customer_days counts the customers created on each day", async () => {
  const ids = (partner: string, n: number) =>
    Array.from({ length: n }, () => `${partner}-${randomUUID()}`);
  await addCustomers([...ids("one", 5), ...ids("two", 3)], "2026-02-28T23:59:59.999Z");
  await addCustomers(ids("one", 2), "2026-03-01T00:00:00Z");
  await expectTrueCustomerDays();
  await client.query("UPDATE customers SET name = 'x'");
  await client.query("UPDATE customers SET partner_id = 'two' WHERE created_at >= '2026-03-01Z'");
  await expectTrueCustomerDays();
  await client.query("UPDATE customers SET created_at = '2026-03-05Z' WHERE id LIKE 'one-0%'");
  await client.query("DELETE FROM customers WHERE id LIKE 'two-%' AND id <> 'two-customer'");
  await expectTrueCustomerDays();
});

test("a partner can be deleted with all its charges, totals and payouts", async () => {
  const at = new Date("2026-03-01T12:00:00Z");
  await addCharges(client, [{ partner: "two", product: "a", amount: 5, at }]);
  await insertPayout({ partner_id: "two" });
  await client.query("DELETE FROM partners WHERE id = 'two'");
  const left = await client.query("SELECT 1 FROM charge_days WHERE partner_id = 'two'");
  expect(left.rowCount).toBe(0);
  await expectTrueTotals();
});

test.each([
  ["in a currency other than its product's", "currency = 'USD'", "product_id_currency", "23503"],
  ["of another partner's customer", "customer_id = 'one-customer'", "customer_of_partner", "23514"],
])("the database rejects a charge %s", async (_, fault, constraint, code) => {
  await client.query(
    "INSERT INTO partners (id, code, name, revshare_pct, created_at) VALUES ('three', 'three', 'Three', 20, now())",
  );
  await addCustomers(["three-customer"], "2026-01-01T00:00:00Z");
  await addCharges(client, [{ partner: "three", product: "a", amount: 5, at: new Date() }]);
  const broken = client.query(`UPDATE charges SET ${fault} WHERE partner_id = 'three'`);
  await expect(broken).rejects.toMatchObject({
    code,
    constraint: expect.stringContaining(constraint),
  });
  await client.query("DELETE FROM partners WHERE id = 'three'");
});

function insertPayout(row: Record<string, unknown>): Promise<unknown> {
  const full = {
    id: randomUUID(),
    partner_id: "one",
    period: "2026-02",
    currency: "EUR",
    gross: 100,
    revshare_pct: 20,
    amount: 20,
    created_at: new Date(),
    ...row,
  };
  const names = Object.keys(full);
  return client.query(
    `INSERT INTO payouts (${names.join(", ")}) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")})`,
    Object.values(full),
  );
}

const settled = { settled_at: new Date(), reference: "R" };
test.each([
  ["an invalid month", "period", { period: "2026-13" }],
  ["a currency in lower case", "currency", { currency: "eur" }],
  ["a share above the gross", "amount", { amount: 101 }],
  ["a share with the wrong sign", "amount", { amount: -1 }],
  ["a paid payout without a reference", "referred", { status: "paid", settled_at: new Date() }],
  ["a paid payout without its time", "settled", { status: "paid", reference: "R" }],
  ["a pending payout with a settlement", "referred", settled],
  ["a percentage above 100", "revshare_pct", { revshare_pct: 100.01 }],
])("the database rejects %s", async (_, constraint, row) => {
  await expect(insertPayout(row)).rejects.toMatchObject({
    code: "23514",
    constraint: expect.stringContaining(constraint),
  });
});

test("the database rejects closing a period twice, but accepts adjustments", async () => {
  await insertPayout({ id: "first" });
  await expect(insertPayout({})).rejects.toMatchObject({ constraint: "payouts_one_closing" });
  await insertPayout({ corrects_id: "first", gross: -10, amount: -2 });
  await insertPayout({ corrects_id: "first", ...settled, status: "paid" });
});
