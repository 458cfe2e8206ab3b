import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { table } from "../server/cli/table";
import { migrate } from "../server/stores/migrate";
import { temporaryFolder } from "../server/testing/processes";
import { addMigration, copyMigrations } from "./later-migrations";
import { type Outcome, startMix } from "./operations-load";
import { openOperations } from "./operations-stage";

const LONGEST_MS = 1_000;
/** How long another transaction holds each table when its migration begins. */
const HELD_MS = 3_000;
const SAMPLE_MS = 20;
const CALM_MS = 10_000;

/** One migration of each permitted kind, on the tables with two million rows. */
const KINDS: readonly { name: string; table: string; script: string }[] = [
  {
    name: "nullable column",
    table: "customers",
    script: "ALTER TABLE customers ADD COLUMN soak_note TEXT;",
  },
  {
    name: "column with a default",
    table: "request_log",
    script: "ALTER TABLE request_log ADD COLUMN soak_level INT NOT NULL DEFAULT 1;",
  },
  {
    name: "concurrent index",
    table: "request_log",
    script: "CREATE INDEX CONCURRENTLY soak_level ON request_log (soak_level, at);",
  },
  {
    name: "check, not valid",
    table: "request_log",
    script:
      "ALTER TABLE request_log ADD CONSTRAINT soak_positive CHECK (soak_level > 0) NOT VALID;",
  },
  {
    name: "check, validated",
    table: "request_log",
    script: "ALTER TABLE request_log VALIDATE CONSTRAINT soak_positive;",
  },
  {
    name: "foreign key, not valid",
    table: "request_log",
    script: `ALTER TABLE request_log ADD CONSTRAINT soak_partner FOREIGN KEY (partner_id)
      REFERENCES partners (id) NOT VALID;`,
  },
  {
    name: "foreign key, validated",
    table: "request_log",
    script: "ALTER TABLE request_log VALIDATE CONSTRAINT soak_partner;",
  },
  {
    name: "backfill",
    table: "customers",
    script: `-- Backfill
      WITH batch AS (SELECT id FROM customers WHERE id > $1 ORDER BY id LIMIT 5000),
      filled AS (
        UPDATE customers SET soak_note = name FROM batch
        WHERE customers.id = batch.id AND soak_note IS NULL
      ) SELECT max(id) AS last FROM batch;`,
  },
];

type Result = {
  name: string;
  tookMs: number;
  lockWaitMs: number;
  requests: number;
  slowestMs: number;
};

const ID = "lpad(n::text, 26, '0')";
const FILL = [
  `INSERT INTO customers (id, partner_id, email, email_key, name, created_at)
   SELECT 'acc_' || ${ID}, $1, n || '@bench.example', n || '@bench.example', 'Anna ' || n,
     now() - interval '1 year' * (n::float8 / $2::float8) FROM generate_series(1, $2::int) n`,
  `INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
   SELECT 'chg_' || ${ID}, $1, 'acc_' || ${ID}, 'prd_' || ${ID}, 'x-' || n, 100, 'EUR',
     now() - interval '1 year' * (n::float8 / $2::float8) FROM generate_series(1, $2::int) n`,
  `INSERT INTO request_log (id, at, partner_id, key_id, method, route, status, duration_us)
   SELECT 'req_' || ${ID}, now() - interval '1 day' * (n::float8 / $2::float8), $1, 'key', 'GET', '/me', 200, 900
   FROM generate_series(1, $2::int) n`,
];

async function fill(client: pg.Client, partnerId: string, rows: number): Promise<void> {
  // Without triggers and foreign keys, because the partner's totals are not checked.
  await client.query("SET session_replication_role = replica");
  for (const statement of FILL) await client.query(statement, [partnerId, rows]);
  await client.query("RESET session_replication_role");
  await client.query("VACUUM (ANALYZE) customers, charges, request_log");
}

/**
 * The longest time that a request's statement has waited for a table lock, as PostgreSQL reports
 * it.
 */
function watchLocks(client: pg.Client) {
  let longestMs = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ ms: number }>(
        `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8 * 1000 AS ms
         FROM pg_locks WHERE NOT granted AND locktype = 'relation'
           AND mode IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
      );
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0);
      await pause(SAMPLE_MS);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return longestMs;
  };
}

/** Runs `work` and measures how long requests waited during it. */
async function during(
  name: string,
  { watcher, outcomes }: { watcher: pg.Client; outcomes: readonly Outcome[] },
  work: () => Promise<unknown>,
): Promise<Result> {
  const locks = watchLocks(watcher);
  const beganAtMs = performance.now();
  await work();
  const tookMs = performance.now() - beganAtMs;
  // Requests that are still waiting end within this time.
  await pause(LONGEST_MS);
  const lockWaitMs = await locks();
  const own = outcomes.filter(
    (outcome) => outcome.endedAtMs >= beganAtMs && outcome.beganAtMs <= beganAtMs + tookMs,
  );
  const times = own.map((outcome) => outcome.endedAtMs - outcome.beganAtMs);
  return { name, tookMs, lockWaitMs, requests: own.length, slowestMs: Math.max(0, ...times) };
}

/** Holds a table like a long read transaction, which every ALTER TABLE must wait for. */
async function holdTable(client: pg.Client, held: string): Promise<void> {
  await client.query(`BEGIN; SELECT FROM ${held} LIMIT 1`);
  await pause(HELD_MS);
  await client.query("COMMIT");
}

/**
 * Applies each permitted kind of migration to tables with this many rows, under load and beside a
 * long transaction, and prints how long requests waited. Exit code 1: one waited more than a
 * second, or failed.
 */
export async function soakMigration(rows: number): Promise<number> {
  const operations = await openOperations();
  const { databaseUrl, url, accounts } = operations;
  const clients = Array.from({ length: 3 }, () => new pg.Client({ connectionString: databaseUrl }));
  const [filler, watcher, holder] = clients as [pg.Client, pg.Client, pg.Client];
  const outcomes: Outcome[] = [];
  const results: Result[] = [];
  try {
    await Promise.all(clients.map((client) => client.connect()));
    console.log(`Filling three tables with ${rows.toLocaleString("en")} rows each ...`);
    await fill(filler, accounts.partnerId, rows);
    const load = { url, ...accounts, hasExports: false };
    const mix = await startMix(load, (outcome) => void outcomes.push(outcome));
    const tools = { watcher, outcomes };
    await pause(2_000);
    results.push(await during("(none)", tools, () => pause(CALM_MS)));
    const folder = copyMigrations(temporaryFolder("migrations"));
    for (const [index, { name, table: held, script }] of KINDS.entries()) {
      addMigration(folder, index, script);
      const apply = () => migrate({ connectionString: databaseUrl }, { folder });
      const work = () => Promise.all([holdTable(holder, held), pause(100).then(apply)]);
      results.push(await during(name, tools, work));
      console.log(`${name}: ${Math.round(results.at(-1)?.tookMs ?? 0)} ms`);
    }
    await mix.stop();
    const failed = outcomes.filter(({ isFailure }) => isFailure);
    console.log(`\n${tableOf(results)}\n\nfailed requests: ${failed.length} of ${outcomes.length}`);
    for (const { kind, status, code } of failed.slice(0, 10)) console.log(kind, status, code);
    const isWithin = results.every(({ slowestMs }) => slowestMs <= LONGEST_MS);
    return isWithin && failed.length === 0 ? 0 : 1;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await operations.close();
  }
}

function tableOf(results: readonly Result[]): string {
  const ms = (value: number) => `${Math.round(value)} ms`;
  return table(results, [
    { title: "migration", cell: ({ name }) => name },
    { title: "took", cell: ({ tookMs }) => `${(tookMs / 1_000).toFixed(1)} s` },
    { title: "requests", cell: ({ requests }) => requests },
    { title: "slowest request", cell: ({ slowestMs }) => ms(slowestMs) },
    { title: "longest wait for a table", cell: ({ lockWaitMs }) => ms(lockWaitMs) },
  ]);
}
