import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { continueEvents } from "./event-history";
import { connectClient, type PostgresTarget } from "./postgres";
import { type Migration, readMigrations } from "./read-migrations";
import { describeLost, findTooOld, LOST_ADVICE, lostParts } from "./schema-parts";

/**
 * A migration could not or must not be applied. The message names the migration, the reason, and
 * what remains applied.
 */
export class MigrationError extends Error {
  override readonly name = "MigrationError";

  constructor(
    readonly migration: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

type Recorded = { migration_name: string; checksum: string; is_finished: boolean };

/** The key of `prisma migrate`'s own advisory lock, so that both wait for each other. */
const LOCK_KEY = 72_707_369;
/**
 * How long a migration may wait for a table lock, since later statements on the table wait behind
 * it. Then it is rolled back and retried after a pause.
 */
const LOCK_TIMEOUT_MS = 500;
const LOCK_PAUSE_MS = 1_000;
const LOCK_PATIENCE_MS = 300_000;

/** As created by `prisma migrate`. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * `prisma/migrations` of this repository, found both from the sources and from a bundle in `dist`.
 */
export function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "prisma", "migrations"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("prisma/migrations was not found in any parent folder.");
    folder = parent;
  }
  return join(folder, "prisma", "migrations");
}

/** Refuses a history that cannot be continued; returns the first migration to apply. */
function nextOf(migrations: Migration[], recorded: Recorded[]): Migration | undefined {
  const byName = new Map(recorded.map((row) => [row.migration_name, row]));
  const tooOld = findTooOld(
    migrations.map(({ name }) => name),
    [...byName.keys()],
  );
  if (tooOld) {
    const { problem, cure } = tooOld;
    throw new MigrationError(
      migrations[0]?.name ?? "",
      `The database can't be used: ${problem}. ${cure}`,
    );
  }
  for (const { name, checksums } of migrations) {
    const row = byName.get(name);
    if (row === undefined) continue;
    if (!row.is_finished) {
      throw new MigrationError(
        name,
        `Migration ${name} was started by another tool and never finished. Repair the database, then mark it with "prisma migrate resolve".`,
      );
    }
    if (!checksums.includes(row.checksum)) {
      throw new MigrationError(
        name,
        `Migration ${name} was edited after it was applied. Restore the file and put the change into a new migration.`,
      );
    }
  }
  return migrations.find(({ name }) => !byName.has(name));
}

/** PostgreSQL's codes for a table, column, function, type or constraint that already exists. */
const ALREADY_THERE = new Set(["42P07", "42701", "42723", "42710"]);

function explainMigration(migration: Migration, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const line = error.position
    ? ` at line ${migration.script.slice(0, Number(error.position)).split("\n").length}`
    : "";
  const isHalf = ALREADY_THERE.has(error.code ?? "");
  const advice = isHalf ? ` It is not recorded in the migrations table. ${LOST_ADVICE}` : "";
  const result = migration.isBackfill
    ? "The batches before it are committed."
    : "Nothing of it was committed.";
  return new MigrationError(
    migration.name,
    `Migration ${migration.name} failed${line}: ${error.message}. ${result}${advice}`,
    { cause: error },
  );
}

async function refuseLost(
  client: pg.Client,
  known: { migrations: Migration[]; appliedCount: number },
): Promise<void> {
  const lost = await lostParts(async (text) => (await client.query(text)).rows, known);
  const [first] = lost;
  if (first === undefined) return;
  throw new MigrationError(
    first.migration,
    `The database is missing objects that its migrations created: ${describeLost(lost)}. ${LOST_ADVICE}`,
  );
}

/**
 * Applies one migration and its record in one transaction, so that a kill leaves neither. Takes the
 * lock before reading the history, so that only one of several processes applies it. The isolation
 * is named because a concurrent index would wait for the snapshot of any other.
 */
async function applyNext(
  { client, target }: { client: pg.Client; target: PostgresTarget },
  migrations: Migration[],
): Promise<string | null> {
  await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SELECT pg_advisory_xact_lock(${LOCK_KEY}); SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<Recorded>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS is_finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const migration = nextOf(migrations, rows);
  if (migration === undefined) await refuseLost(client, { migrations, appliedCount: rows.length });
  else {
    const startedAt = new Date().toISOString();
    const run = "socketDir" in target ? runAlone : runBesideTraffic;
    await run({ client, target }, migration).catch((error) => {
      throw explainMigration(migration, error);
    });
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksums[0], migration.name, startedAt],
    );
  }
  await client.query("COMMIT");
  return migration?.name ?? null;
}

type Place = { client: pg.Client; target: PostgresTarget };

/** The embedded database has one session, so an index build blocks no one else. */
async function runAlone({ client }: Place, { script, isBackfill }: Migration): Promise<void> {
  if (isBackfill) await backfill(client, script);
  else await client.query(script.replaceAll(/\bINDEX CONCURRENTLY\b/g, "INDEX"));
}

/**
 * Runs the script in the open transaction. Concurrent indexes and backfills cannot run there: they
 * use a separate connection while the transaction holds the lock.
 */
async function runBesideTraffic({ client, target }: Place, migration: Migration): Promise<void> {
  const { script, concurrentIndex, isBackfill } = migration;
  if (concurrentIndex === null && !isBackfill) {
    await client.query(script);
    return;
  }
  const other = await connectClient(target);
  try {
    await other.query("SET statement_timeout = 0");
    if (concurrentIndex !== null) await buildIndex(other, concurrentIndex, script);
    else {
      await other.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await backfill(other, script);
    }
  } finally {
    await other.end();
  }
}

/** Builds an index concurrently, after dropping the rest of an interrupted build. */
async function buildIndex(client: pg.Client, index: string, script: string): Promise<void> {
  const { rows } = await client.query(
    "SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid",
    [index],
  );
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
  await client.query(script);
}

/** Repeats a batch, each time from the last row of the previous one, until none is left. */
async function backfill(client: pg.Client, script: string): Promise<void> {
  let last: string | null = "";
  while (last !== null) {
    const batch: pg.QueryResult<{ last: string | null }> = await client.query(script, [last]);
    last = batch.rows[0]?.last ?? null;
  }
}

const isLockTimeout = (error: unknown) =>
  error instanceof MigrationError &&
  error.cause instanceof pg.DatabaseError &&
  error.cause.code === "55P03";

/**
 * Migrates the database to the newest migration, with Prisma's folder format and table, and returns
 * the names of those applied, in order. Concurrent calls wait for each other. Ignores migrations
 * that only the database knows: an older release may run on a newer schema. Refuses a database that
 * lost part of what was applied. Then raises the sequences of events if the database was restored
 * (see continueEvents). Throws MigrationError; migrations before the failing one stay applied.
 */
export async function migrate(
  target: PostgresTarget,
  options: { folder?: string; wasRestored?: boolean } = {},
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(options.folder ?? migrationsFolder());
  const client = await connectClient(target);
  let giveUpAtMs = performance.now() + LOCK_PATIENCE_MS;
  try {
    const applied: string[] = [];
    for (;;) {
      try {
        const name = await applyNext({ client, target }, migrations);
        if (name === null) {
          const folder = "socketDir" in target ? target.folder : null;
          await continueEvents(client, { folder, wasRestored: options.wasRestored ?? false });
          return { applied };
        }
        applied.push(name);
        giveUpAtMs = performance.now() + LOCK_PATIENCE_MS;
      } catch (error) {
        if (!isLockTimeout(error) || performance.now() > giveUpAtMs) throw error;
        await client.query("ROLLBACK");
        await pause(LOCK_PAUSE_MS);
      }
    }
  } finally {
    await client.query("ROLLBACK").catch(() => {});
    await client.end();
  }
}
