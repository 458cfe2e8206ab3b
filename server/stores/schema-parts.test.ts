import { execFileSync } from "node:child_process";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { hashBytes, hashPlaintext, newPlaintext } from "../core/keys/format";
import { openPlatform, type Platform } from "../testing/platform";
import { createEmptyDatabase, type TestDatabase } from "../testing/template-database";
import { migrate, migrationsFolder } from "./migrate";
import { readMigrations } from "./read-migrations";
import { partsOf } from "./schema-parts";

const FIRST = "20261122000000_init";
const TOKEN = "a token for the figures, long enough";

let database: TestDatabase;
let client: pg.Client;
let platform: Platform | null;
beforeEach(async () => {
  platform = null;
  database = await createEmptyDatabase(inject("postgresUrl"));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await platform?.close();
  await client.end();
  await database.drop();
});

const target = () => ({ connectionString: database.url });
/** A server that does not migrate by itself. */
const open = async () => {
  const env = { METRICS_TOKEN: TOKEN };
  platform = await openPlatform({ env, beside: { databaseUrl: database.url } });
  return platform;
};
const ready = async (opened: Platform) => {
  const request = new Request("http://x/api/ready", {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const response = await opened.wiring.watch.answerReady(request);
  return { status: response.status, ...(await response.json()) };
};

it("lists each table, index, constraint, trigger and function that the migrations create", async () => {
  await migrate(target());
  const { rows } = await client.query<{ part: string }>(`
    SELECT CASE relkind WHEN 'i' THEN 'index ' ELSE 'table ' END || relname AS part FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
    UNION ALL SELECT 'constraint ' || conname FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype NOT IN ('n', 't')
    UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function ' || proname FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace`);
  const parts = partsOf(readMigrations(migrationsFolder()));
  const known = new Set(parts.map(({ kind, name }) => `${kind} ${name}`));
  // A primary key's index has its constraint's name and is dropped with it.
  for (const { kind, name } of parts) if (kind === "constraint") known.add(`index ${name}`);
  const unknown = rows.filter(
    ({ part }) => !known.has(part) && !part.includes("_prisma_migrations"),
  );
  expect(unknown).toEqual([]);
});

it("a dropped part is not expected, and a recreated one is", () => {
  const made =
    'ALTER TABLE "t" ADD CONSTRAINT "kept_check" CHECK (a), ADD CONSTRAINT "gone_check" CHECK (b);';
  const changed =
    'ALTER TABLE "t" DROP CONSTRAINT "kept_check", DROP CONSTRAINT "gone_check", ADD CONSTRAINT "kept_check" CHECK (c);';
  const parts = partsOf([
    { name: "1", script: made },
    { name: "2", script: changed },
  ]);
  expect(parts).toEqual([{ kind: "constraint", name: "kept_check", migration: "2" }]);
});

it("names what an interrupted restore is missing, even if the migrations table was restored", async () => {
  const whole = await openPlatform();
  await whole.newKey(await whole.newPartner());
  const dump = ["--format=custom", "--no-owner", whole.databaseUrl];
  const archive = execFileSync("pg_dump", dump, { maxBuffer: 1 << 28 });
  await whole.close();
  // The state after a restore that stopped before its last section.
  const parts = ["--section=pre-data", "--section=data", "--no-owner", `--dbname=${database.url}`];
  execFileSync("pg_restore", parts, { input: archive });
  await expect(migrate(target())).rejects.toThrow(
    /is missing objects that its migrations created: .*restore/,
  );
  const found = await ready(await open());
  expect(found).toMatchObject({ status: "unready" });
  expect(found.problems.database).toContain("parts of the schema are missing");
});

it("rejects a restore interrupted before the rows of the migrations table", async () => {
  await migrate(target());
  await client.query("TRUNCATE _prisma_migrations");
  await expect(migrate(target())).rejects.toThrow(/already exists.*restore was interrupted/);
});

it("names a lost index", async () => {
  await migrate(target());
  await client.query(`DROP INDEX api_keys_hash_key`);
  await expect(migrate(target())).rejects.toThrow("index api_keys_hash_key.");
});

it("a part dropped by a newer release is not missing", async () => {
  await migrate(target());
  await client.query("DROP INDEX api_keys_hash_key");
  await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('x', 'x', '29991231000000_newer', now())`);
  expect(await migrate(target())).toEqual({ applied: [] });
  expect((await ready(await open())).status).toBe("ready");
});

it("a database without migrations is not ready, and the missing ones are listed", async () => {
  const found = await ready(await open());
  expect(found.problems.database).toContain(`migrations are missing: ${FIRST}`);
});

it("calls that need a missing migration are unavailable before it and work after it", async () => {
  await migrate(target());
  // As if the migration were missing that adds a column which every request with a key reads.
  const rename = (from: string, to: string) =>
    `ALTER TABLE api_keys RENAME COLUMN ${from} TO ${to}`;
  const record = "UPDATE _prisma_migrations SET migration_name = $1";
  await client.query(rename("retires_at", "later"));
  await client.query(record, ["9_other"]);
  const opened = await open();
  const partner = await opened.newPartner();
  const key = newPlaintext();
  await client.query(
    `INSERT INTO api_keys (id, partner_id, label, hash, head, tail, scopes, created_at, created_by)
     VALUES ('key_1', $1, 'l', $2, 'rsk_ab', 'yz', '{}', now(), 'x')`,
    [partner.id, hashBytes(hashPlaintext(key))],
  );
  expect((await ready(opened)).problems.database).toContain("migrations are missing");
  const refused = await opened.call("/me", { key });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: "unavailable" });
  expect(refused.headers.has("retry-after")).toBe(true);
  await client.query(rename("later", "retires_at"));
  await client.query(record, [FIRST]);
  expect((await opened.call("/me", { key })).status).toBe(200);
});
