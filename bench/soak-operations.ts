import pg from "pg";
import { openBrowser } from "../e2e/support/sign-in";
import { migrate } from "../server/stores/migrate";
import { authenticator } from "../server/testing/authenticator";
import { temporaryFolder } from "../server/testing/processes";
import { addMigration, copyMigrations } from "./later-migrations";
import { watchLoops } from "./loop-stalls";
import { type Mix, type Outcome, startMix } from "./operations-load";
import {
  explain,
  failureTable,
  type Incident,
  isOfDatabaseOutage,
  loadTable,
} from "./operations-report";
import { type Operations, openOperations, PASSWORD } from "./operations-stage";

const AWAY_MS = 5_000;
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const nothing = () => false;

type Step = {
  name: string;
  /** When it begins, as a fraction of the whole run. */
  at: number;
  run(operations: Operations): Promise<void>;
  mayCause: Incident["mayCause"];
};

const NEXT_SECRET = "the secret that the soak ends with".padEnd(40, ".");

const STEPS: Step[] = [
  { name: "rolling restart", at: 0.1, run: ({ roll }) => roll(), mayCause: nothing },
  {
    name: "Redis restart",
    at: 0.3,
    run: async ({ redis }) => {
      await redis.kill9();
      await pause(AWAY_MS);
      await redis.restart();
    },
    mayCause: nothing,
  },
  {
    name: "PostgreSQL restart",
    at: 0.45,
    run: async ({ postgres }) => {
      await postgres.kill9();
      await pause(AWAY_MS);
      await postgres.restart();
    },
    mayCause: isOfDatabaseOutage,
  },
  {
    name: "migration",
    at: 0.6,
    run: ({ databaseUrl }) => applyLater(databaseUrl),
    mayCause: nothing,
  },
  {
    name: "secret roll, step 1",
    at: 0.7,
    run: ({ roll, secret }) =>
      roll({ NEXTAUTH_SECRET: secret(), NEXTAUTH_SECRET_PREVIOUS: NEXT_SECRET }),
    mayCause: nothing,
  },
  {
    name: "secret roll, step 2",
    at: 0.85,
    run: ({ roll, secret }) =>
      roll({ NEXTAUTH_SECRET: NEXT_SECRET, NEXTAUTH_SECRET_PREVIOUS: secret() }),
    mayCause: nothing,
  },
];

const LATER_MIGRATIONS = [
  "ALTER TABLE customers ADD COLUMN soak_note TEXT, ADD COLUMN soak_level INT NOT NULL DEFAULT 1;",
  "CREATE INDEX CONCURRENTLY soak_level ON customers (soak_level);",
  "ALTER TABLE customers ADD CONSTRAINT soak_check CHECK (soak_level > 0) NOT VALID;",
  "ALTER TABLE customers VALIDATE CONSTRAINT soak_check;",
];

/** Applies migrations of a later release as `latchkey migrate` does. */
async function applyLater(databaseUrl: string): Promise<void> {
  const folder = copyMigrations(temporaryFolder("migrations"));
  for (const [index, script] of LATER_MIGRATIONS.entries()) addMigration(folder, index, script);
  await migrate({ connectionString: databaseUrl }, { folder });
}

async function runSteps(operations: Operations, minutes: number): Promise<Incident[]> {
  const incidents: Incident[] = [];
  const startedAtMs = performance.now();
  const lengthMs = minutes * 60_000;
  for (const { name, at, run, mayCause } of STEPS) {
    await pause(startedAtMs + at * lengthMs - performance.now());
    const beganAtMs = performance.now();
    await run(operations);
    const endedAtMs = performance.now();
    incidents.push({ name, beganAtMs, endedAtMs, mayCause });
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
    console.log(
      `${seconds(beganAtMs - startedAtMs)}: ${name}, took ${seconds(endedAtMs - beganAtMs)}`,
    );
  }
  await pause(startedAtMs + lengthMs - performance.now());
  return incidents;
}

/**
 * Reports lost, duplicated and miscounted writes and calls. Reads the database after the instances
 * have stopped.
 */
async function findLosses(operations: Operations, mix: Mix): Promise<string[]> {
  const client = new pg.Client({ connectionString: operations.databaseUrl });
  await client.connect();
  const { partnerId, keyId } = operations.accounts;
  try {
    const query = async <Row>(text: string, value: string) =>
      (await client.query(text, [value])).rows as Row[];
    const rows = await query<{ id: string; email: string }>(
      "SELECT id, email FROM customers WHERE partner_id = $1",
      partnerId,
    );
    const audited = await query<{ subject: string }>(
      "SELECT subject FROM audit_events WHERE partner_id = $1 AND action = 'customer.created'",
      partnerId,
    );
    const [totals] = await query<{ customers: number; calls: number }>(
      `SELECT (SELECT customer_count FROM partners WHERE id = api_keys.partner_id) AS customers,
         (SELECT sum(succeeded) FROM key_usage WHERE key_id = id)::int AS calls
       FROM api_keys WHERE id = $1`,
      keyId,
    );
    const { written } = mix;
    const losses = (title: string, counts: Record<string, number>) =>
      new Set(Object.values(counts)).size > 1 ? [`${title}: ${JSON.stringify(counts)}`] : [];
    const wrong = rows.filter(({ id, email }) => written.get(email) !== id);
    return [
      ...losses("writes", {
        acknowledged: written.size,
        rows: rows.length,
        total: totals?.customers ?? 0,
        audited: audited.length,
        "audited once": new Set(audited.map(({ subject }) => subject)).size,
      }),
      ...losses("rows of another id than was answered", { found: wrong.length, expected: 0 }),
      ...losses("calls that succeeded", { answered: mix.succeeded(), counted: totals?.calls ?? 0 }),
    ];
  } finally {
    await client.end();
  }
}

/** Checks that the operator can sign in with a second-factor code; returns a message if not. */
async function tryOperator({ url, accounts }: Operations): Promise<string[]> {
  const { email, factor } = accounts.operator;
  const code = await authenticator(factor, []).next();
  const response = await openBrowser(url).signIn({ email, password: PASSWORD, code });
  return response.status === 200 ? [] : [`the operator's sign-in: ${await response.text()}`];
}

/**
 * Sends a mixed load to two instances behind nginx while they and their stores are restarted,
 * migrated and given another secret. Prints failures by cause. Exit code 1: one is unexplained, or
 * data was lost.
 */
export async function soakOperations(minutes: number): Promise<number> {
  const operations = await openOperations();
  const outcomes: Outcome[] = [];
  try {
    const { url, accounts } = operations;
    const stopWatch = watchLoops(operations.instances, console.log);
    const mix = await startMix({ url, ...accounts }, (outcome) => void outcomes.push(outcome));
    const incidents = await runSteps(operations, minutes);
    await mix.stop();
    const wrong = await tryOperator(operations);
    stopWatch();
    await operations.stopInstances();
    wrong.push(...(await findLosses(operations, mix)));
    const failures = outcomes.filter(({ isFailure }) => isFailure);
    const { rows, unexplained } = explain(failures, incidents);
    console.log(`\n${loadTable(outcomes)}\n`);
    if (rows.length > 0) console.log(`${failureTable(rows)}\n`);
    for (const sentence of wrong) console.error(`Wrong: ${sentence}`);
    const complaints = operations.nginx.output().matchAll(/\] \d+#\d+: \*\d+ (.*?), client/g);
    for (const complaint of new Set(Array.from(complaints, ([, text]) => text))) {
      console.log(`nginx: ${complaint}`);
    }
    console.log(`unexplained: ${unexplained}`);
    return unexplained === 0 && wrong.length === 0 ? 0 : 1;
  } finally {
    await operations.close();
  }
}
