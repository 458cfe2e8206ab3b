import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "@/server/testing/database";
import { migrationsFolder } from "./migrate";
import { drift } from "./schema-engine.test-support";

const schema = readFileSync(join(migrationsFolder(), "../schema.prisma"), "utf8");

const database = await freshDatabase();
afterAll(() => database.drop());
const client = new pg.Client({ connectionString: database.url });
afterAll(() => client.end());
await client.connect();

describe("drift", () => {
  const driftFrom = (text: string) =>
    drift({ connectionString: database.url, folder: migrationsFolder(), schema: text });

  test("migrations and schema.prisma agree", async () => {
    expect(await driftFrom(schema)).toBeNull();
  });

  test("a column that exists only in schema.prisma is detected", async () => {
    const changed = schema.replace("maxActiveKeys ", "forgotten String?\n  maxActiveKeys ");
    expect(await driftFrom(changed)).toContain('ADD COLUMN     "forgotten"');
  });
});

const sha256 = () => createHash("sha256").update(randomUUID()).digest();

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const full: Record<string, unknown> = { id: randomUUID(), created_at: new Date(), ...row };
  const names = Object.keys(full);
  const slots = names.map((_, index) => `$${index + 1}`);
  await client.query(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${slots.join(", ")})`,
    Object.values(full),
  );
  return String(full.id);
}

const partner = (row: Record<string, unknown> = {}) =>
  insert("partners", { code: randomUUID(), name: "Acme", revshare_pct: 20, ...row });

describe("customer_count", () => {
  let one: string;
  let two: string;

  beforeEach(async () => {
    one = await partner();
    two = await partner();
  });

  const add = (partnerId: string, from: number, to: number) =>
    client.query(
      `INSERT INTO customers (id, partner_id, email, email_key, created_at)
       SELECT gen_random_uuid()::text, $1, n || '@x', n || '@x', now() FROM generate_series($2::int, $3::int) n
       ON CONFLICT DO NOTHING`,
      [partnerId, from, to],
    );

  async function counts(): Promise<[number, number]> {
    const { rows } = await client.query<{ id: string; kept: number; real: number }>(
      `SELECT id, customer_count AS kept,
         (SELECT count(*)::int FROM customers WHERE partner_id = partners.id) AS real
       FROM partners WHERE id IN ($1, $2)`,
      [one, two],
    );
    for (const row of rows) expect(row.kept).toBe(row.real);
    const byId = new Map(rows.map((row) => [row.id, row.kept]));
    return [byId.get(one) ?? -1, byId.get(two) ?? -1];
  }

  test("equals the number of customers after bulk inserts, deletes and moves", async () => {
    await add(one, 1, 500);
    await add(two, 1001, 1250);
    expect(await counts()).toEqual([500, 250]);
    await add(one, 401, 600);
    expect(await counts()).toEqual([600, 250]);
    await client.query("DELETE FROM customers WHERE partner_id IN ($1, $2) AND email < '2'", [
      one,
      two,
    ]);
    expect((await counts())[1]).toBe(0);
    await client.query("UPDATE customers SET partner_id = $2 WHERE partner_id = $1", [one, two]);
    expect((await counts())[0]).toBe(0);
  });

  test("does not change on updates that move nobody, empty statements and rollbacks", async () => {
    await add(one, 1, 10);
    await client.query("UPDATE customers SET name = 'x' WHERE partner_id = $1", [one]);
    await client.query("DELETE FROM customers WHERE partner_id = $1 AND false", [one]);
    await client.query("BEGIN");
    await add(one, 11, 20);
    await client.query("ROLLBACK");
    expect(await counts()).toEqual([10, 0]);
  });

  test("is correct after one statement swaps customers", async () => {
    await add(one, 1, 3);
    await add(two, 4, 5);
    await client.query(
      "UPDATE customers SET partner_id = CASE partner_id WHEN $1 THEN $2 ELSE $1 END WHERE partner_id IN ($1, $2)",
      [one, two],
    );
    expect(await counts()).toEqual([2, 3]);
  });

  test("is correct after concurrent writers that update the partners in opposite order", async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const other = new pg.Client({ connectionString: database.url });
        await other.connect();
        return other;
      }),
    );
    await Promise.all(
      clients.map(async (other, index) => {
        const order = index % 2 === 0 ? [one, two] : [two, one];
        for (let round = 0; round < 10; round += 1) {
          await other.query(
            `INSERT INTO customers (id, partner_id, email, email_key, created_at)
             SELECT gen_random_uuid()::text, p, k, k, now()
             FROM unnest($1::text[]) p, (SELECT gen_random_uuid()::text AS k) key`,
            [order],
          );
        }
        await other.end();
      }),
    );
    expect(await counts()).toEqual([80, 80]);
  });

  test("does not prevent deleting a partner with its customers", async () => {
    await add(one, 1, 5);
    await client.query("DELETE FROM partners WHERE id = $1", [one]);
    const left = await client.query("SELECT 1 FROM customers WHERE partner_id = $1", [one]);
    expect(left.rowCount).toBe(0);
  });

  test("is zero after a TRUNCATE", async () => {
    await add(one, 1, 5);
    await client.query("TRUNCATE customers CASCADE");
    expect(await counts()).toEqual([0, 0]);
  });
});

describe("the database rejects", () => {
  let partnerId: string;
  let userId: string;

  beforeAll(async () => {
    partnerId = await partner();
    userId = await user();
  });

  const user = (row: Record<string, unknown> = {}) => {
    const email = `${randomUUID()}@x`;
    const owner = { email, email_key: email, role: "owner", partner_id: partnerId };
    return insert("users", { ...owner, ...row });
  };
  const key = (row: Record<string, unknown> = {}) =>
    insert("api_keys", {
      partner_id: partnerId,
      label: "l",
      hash: sha256(),
      head: "rsk_ab",
      tail: "yz",
      scopes: ["metrics:read"],
      created_by: userId,
      ...row,
    });
  const link = (token_hash: Buffer) =>
    insert("one_time_links", {
      user_id: userId,
      kind: "reset",
      token_hash,
      expires_at: new Date(),
    });
  const customer = (row: Record<string, unknown>) =>
    insert("customers", { partner_id: partnerId, email: "a@x", email_key: "a@x", ...row });

  const cases: [string, string, () => Promise<string>][] = [
    ["a share above 100", "revshare_pct", () => partner({ revshare_pct: 100.01 })],
    ["a share below 0", "revshare_pct", () => partner({ revshare_pct: -0.01 })],
    ["a negative number of keys", "max_active_keys", () => partner({ max_active_keys: -1 })],
    ["a negative count", "customer_count", () => partner({ customer_count: -1 })],
    ["an operator with a partner", "users_partner", () => user({ role: "operator" })],
    ["an owner without a partner", "users_partner", () => user({ partner_id: null })],
    ["an email key with capitals", "users_email_key", () => user({ email_key: "A@x" })],
    ["an empty label", "label", () => key({ label: "" })],
    ["a label of 81 characters", "label", () => key({ label: "é".repeat(81) })],
    ["a hash that is not a SHA-256", "hash", () => key({ hash: Buffer.alloc(31) })],
    ["a limit of zero", "per_minute", () => key({ per_minute: 0 })],
    ["a limit above a million", "per_minute", () => key({ per_minute: 1_000_001 })],
    ["a text that is no scope", "scopes", () => key({ scopes: ["metrics:read", "no-scope"] })],
    ["an empty scope", "scopes", () => key({ scopes: ["metrics:read", ""] })],
    ["a scope that is null", "scopes", () => key({ scopes: ["metrics:read", null] })],
    ["a schedule without a revocation time", "retires_at", () => key({ retires_at: new Date() })],
    ["no list of scopes", "scopes", () => key({ scopes: null })],
    ["a link token that is not a SHA-256", "token_hash", () => link(Buffer.alloc(33))],
    ["a customer's key with capitals", "customers_email_key", () => customer({ email_key: "A" })],
  ];

  test.each(cases)("%s", async (_, constraint, write) => {
    await expect(write()).rejects.toMatchObject({
      code: "23514",
      constraint: expect.stringContaining(constraint),
    });
  });

  test("a negative number of failed sign-ins", async () => {
    const write = client.query(
      "INSERT INTO sign_in_throttles (subject, failures, blocked_until, expires_at) VALUES ('s', -1, now(), now())",
    );
    await expect(write).rejects.toMatchObject({ code: "23514" });
  });

  test("a duplicate hash", async () => {
    const hash = sha256();
    await key({ hash });
    await expect(key({ hash })).rejects.toMatchObject({ code: "23505" });
  });

  test("a second active replacement of a key, but not one after the first was revoked", async () => {
    const old = await key();
    const first = await key({ replaces_id: old });
    await expect(key({ replaces_id: old })).rejects.toMatchObject({
      code: "23505",
      constraint: "api_keys_one_live_successor",
    });
    await client.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [first]);
    await key({ replaces_id: old });
  });

  test("no values at the limits of what is allowed", async () => {
    await partner({ revshare_pct: 0 });
    await partner({ revshare_pct: 100, max_active_keys: 0 });
    await key({ label: "é".repeat(80), per_minute: 1_000_000, scopes: [] });
    await key({ per_minute: 1 });
    await user({ role: "operator", partner_id: null });
  });
});
