import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { temporaryFolder } from "../testing/processes";
import { createEmptyDatabase, type TestDatabase } from "../testing/template-database";
import { examinePostgres } from "./examine-postgres";
import { MigrationError, migrate, migrationsFolder } from "./migrate";
import { inspectHistory } from "./schema-engine.test-support";

let folder: string;
let connectionString: string;
let client: pg.Client;
let database: TestDatabase;

beforeEach(async () => {
  folder = temporaryFolder("migrations");
  database = await createEmptyDatabase(inject("postgresUrl"));
  connectionString = database.url;
  client = new pg.Client({ connectionString });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

function write(name: string, script: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), script);
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  return rows.map((row) => row.name);
}

async function recorded(): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations ORDER BY finished_at",
  );
  return rows.map((row) => row.migration_name);
}

const failure = () =>
  migrate({ connectionString }, { folder }).then(
    () => expect.unreachable("the migration went through"),
    (error: unknown) => error as MigrationError,
  );

test("applies migrations in order, once", async () => {
  write("2_second", "ALTER TABLE a ADD COLUMN n int;");
  write("1_first", "CREATE TABLE a (id int); INSERT INTO a VALUES (1);");
  expect(await migrate({ connectionString }, { folder })).toEqual({
    applied: ["1_first", "2_second"],
  });
  expect(await migrate({ connectionString }, { folder })).toEqual({ applied: [] });
  expect(await recorded()).toEqual(["1_first", "2_second"]);
});

test("Prisma's migration engine accepts the history with nothing left to apply", async () => {
  await migrate({ connectionString });
  const history = await inspectHistory({ connectionString, folder: migrationsFolder() });
  expect(history).toMatchObject({
    hasMigrationsTable: true,
    editedMigrationNames: [],
    failedMigrationNames: [],
    history: null,
  });
});

test("Prisma's migration engine reports a newer migration as not applied", async () => {
  await migrate({ connectionString });
  cpSync(migrationsFolder(), folder, { recursive: true });
  write("29990101000000_later", "SELECT 1;");
  const { history } = await inspectHistory({ connectionString, folder });
  expect(history).toEqual({
    diagnostic: "databaseIsBehind",
    unappliedMigrationNames: ["29990101000000_later"],
  });
});

test("a database of before the first migration is called that, with what to do, and is not changed", async () => {
  write("20261121000000_init", "CREATE TABLE partners (id text);");
  write("20261121010000_limit_requests", "CREATE TABLE limit_requests (id text);");
  await migrate({ connectionString }, { folder });
  const before = await tables();
  const error = await migrate({ connectionString }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MigrationError);
  expect(String(error)).toMatch(
    /development version from before the first release \(its first migration is 20261121000000_init, .*Then use an empty database/,
  );
  expect(await tables()).toEqual(before);
  const { schema } = await examinePostgres(connectionString);
  expect(schema.tooOld?.problem).toContain("20261121000000_init");
});

test("ten concurrent runs apply each migration exactly once", async () => {
  write("1_first", "CREATE TABLE a (id int); SELECT pg_sleep(0.05);");
  write("2_second", "CREATE TABLE b (id int);");
  const results = await Promise.all(
    Array.from({ length: 10 }, () => migrate({ connectionString }, { folder })),
  );
  expect(results.flatMap((result) => result.applied).sort()).toEqual(["1_first", "2_second"]);
  expect(await recorded()).toEqual(["1_first", "2_second"]);
});

test("a failed migration is rolled back and named with its line, and the earlier ones stay", async () => {
  write("1_good", "CREATE TABLE good (id int);");
  write(
    "2_bad",
    "CREATE TABLE half (id int);\nINSERT INTO half VALUES (1);\nSELECT nothing FROM x;",
  );
  const error = await failure();
  expect(error).toBeInstanceOf(MigrationError);
  expect(error.migration).toBe("2_bad");
  expect(error.message).toContain("2_bad failed at line 3");
  expect(await tables()).toEqual(["_prisma_migrations", "good"]);
  write("2_bad", "CREATE TABLE whole (id int);");
  expect(await migrate({ connectionString }, { folder })).toEqual({ applied: ["2_bad"] });
});

test("rejects an applied migration that was edited and applies nothing else", async () => {
  write("1_first", "CREATE TABLE a (id int);");
  await migrate({ connectionString }, { folder });
  write("1_first", "CREATE TABLE a (id bigint);");
  write("2_second", "CREATE TABLE b (id int);");
  const error = await failure();
  expect(error.message).toContain("Migration 1_first was edited after it was applied");
  expect(await tables()).not.toContain("b");
});

test("different line endings are not an edit", async () => {
  write("1_first", "CREATE TABLE a (\n  id int\n);\n");
  await migrate({ connectionString }, { folder });
  write("1_first", "CREATE TABLE a (\r\n  id int\r\n);\r\n");
  expect(await migrate({ connectionString }, { folder })).toEqual({ applied: [] });
});

test("rejects a migration that another tool left unfinished instead of repeating it", async () => {
  write("1_first", "CREATE TABLE a (id int);");
  await migrate({ connectionString }, { folder });
  await client.query("UPDATE _prisma_migrations SET finished_at = NULL");
  expect((await failure()).message).toContain("never finished");
  await client.query("UPDATE _prisma_migrations SET rolled_back_at = now()");
  await client.query("DROP TABLE a");
  expect(await migrate({ connectionString }, { folder })).toEqual({ applied: ["1_first"] });
});

test("an older release runs on a newer schema", async () => {
  write("1_first", "CREATE TABLE a (id int);");
  write("2_second", "CREATE TABLE b (id int);");
  await migrate({ connectionString }, { folder });
  rmSync(join(folder, "2_second"), { recursive: true });
  expect(await migrate({ connectionString }, { folder })).toEqual({ applied: [] });
});

describe("kill -9 during a migration", () => {
  function migrator(): ChildProcess {
    const script = join(folder, "migrator.mts");
    const module = join(import.meta.dirname, "migrate.ts");
    writeFileSync(
      script,
      `import { migrate } from ${JSON.stringify(module)};
       await migrate(${JSON.stringify({ connectionString })}, ${JSON.stringify({ folder })});`,
    );
    const root = join(import.meta.dirname, "../..");
    return spawn(process.execPath, ["--import", "tsx", script], { cwd: root, stdio: "inherit" });
  }

  async function asleep(): Promise<boolean> {
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE half%' AND datname = current_database() AND wait_event = 'PgSleep'",
    );
    return rowCount === 1;
  }

  test("leaves nothing half applied, and the next start applies it", async () => {
    write("1_good", "CREATE TABLE good (id int);");
    write("2_slow", "CREATE TABLE half (id int); SELECT pg_sleep(600);");
    const child = migrator();
    await expect.poll(asleep, { timeout: 15_000 }).toBe(true);
    child.kill("SIGKILL");
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE half%' AND pid <> pg_backend_pid() AND datname = current_database()",
    );
    await expect.poll(tables).toEqual(["_prisma_migrations", "good"]);
    expect(await recorded()).toEqual(["1_good"]);
    write("2_slow", "CREATE TABLE half (id int);");
    expect(await migrate({ connectionString }, { folder })).toEqual({ applied: ["2_slow"] });
  });
});

test("a migration that waits for a table blocks nobody else and is applied once it can be", async () => {
  write("1_first", "CREATE TABLE a (id int);");
  await migrate({ connectionString }, { folder });
  const reader = new pg.Client({ connectionString });
  await reader.connect();
  await reader.query("BEGIN; SELECT FROM a");
  write("2_second", "ALTER TABLE a ADD COLUMN n int;");
  const applying = migrate({ connectionString }, { folder });
  const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'a'::regclass";
  // Three times it starts to wait and releases the table again.
  for (let round = 0; round < 3; round++) {
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(0);
    await client.query("SELECT FROM a");
  }
  await reader.query("COMMIT");
  expect(await applying).toEqual({ applied: ["2_second"] });
  await reader.end();
});

test("builds an index concurrently with an open write, and rebuilds an interrupted one", async () => {
  // The build would wait for the snapshot that a migration then holds.
  const isolation = "default_transaction_isolation = 'repeatable read'";
  await client.query(
    `ALTER DATABASE ${new URL(connectionString).pathname.slice(1)} SET ${isolation}`,
  );
  write("1_first", "CREATE TABLE a (id int); INSERT INTO a VALUES (1), (1);");
  await migrate({ connectionString }, { folder });
  write("2_second", "CREATE UNIQUE INDEX CONCURRENTLY a_id ON a (id);");
  expect((await failure()).message).toMatch(/could not create unique index "a_id"/);
  const isValid = async () =>
    (await client.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('a_id')"))
      .rows[0]?.indisvalid;
  expect(await isValid()).toBe(false);
  await client.query("DELETE FROM a WHERE ctid = (SELECT min(ctid) FROM a)");
  const writer = new pg.Client({ connectionString });
  await writer.connect();
  await writer.query("BEGIN; INSERT INTO a VALUES (2)");
  const applying = migrate({ connectionString }, { folder });
  const building = `SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND query LIKE '%INDEX CONCURRENTLY%' AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await client.query(building)).rowCount).toBe(1);
  // The build waits for the open write, and other writes do not wait for the build.
  await client.query("INSERT INTO a VALUES (3)");
  await writer.query("COMMIT");
  expect(await applying).toEqual({ applied: ["2_second"] });
  expect(await isValid()).toBe(true);
  expect(await recorded()).toEqual(["1_first", "2_second"]);
  await writer.end();
});

test("a backfill runs in batches with their own transactions, concurrently with an open write", async () => {
  write("1_first", "CREATE TABLE a (id text PRIMARY KEY, n int);");
  await migrate({ connectionString }, { folder });
  await client.query("INSERT INTO a SELECT lpad(n::text, 5, '0') FROM generate_series(1, 5000) n");
  write(
    "2_second",
    `-- Backfill
    WITH batch AS (SELECT id FROM a WHERE id > $1 ORDER BY id LIMIT 1000),
    filled AS (UPDATE a SET n = a.id::int FROM batch WHERE a.id = batch.id)
    SELECT max(id) AS last FROM batch;`,
  );
  const writer = new pg.Client({ connectionString });
  await writer.connect();
  await writer.query("BEGIN; UPDATE a SET n = 0 WHERE id = '04500'");
  const applying = migrate({ connectionString }, { folder });
  const filled = async () =>
    Number((await client.query("SELECT count(*) FROM a WHERE n IS NOT NULL")).rows[0].count);
  await expect.poll(filled).toBe(4_000);
  await writer.query("COMMIT");
  expect(await applying).toEqual({ applied: ["2_second"] });
  const { rows } = await client.query(
    "SELECT count(*)::int, count(DISTINCT xmin::text)::int AS batches FROM a WHERE n = id::int",
  );
  expect(rows).toEqual([{ count: 5_000, batches: 5 }]);
  await writer.end();
});
