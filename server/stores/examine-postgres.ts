import pg from "pg";
import type { Backlog } from "../core/kernel/health";
import { BACKLOG_SQL } from "../core/webhooks/backlog";
import { migrationsFolder } from "./migrate";
import { ANSWER_TIMEOUT_MS, connectClient } from "./postgres";
import { readMigrations } from "./read-migrations";
import { compareSchema } from "./schema-parts";
import { isSchemaBehind } from "./store-down";
import { explainPostgres, type StoreFault } from "./store-fault";
import { privilegeFault, TABLE_PRIVILEGES, type TablePrivileges, WRITE_PROBE } from "./write-probe";

/** Facts about an external database. */
export type PostgresFacts = {
  version: number;
  /** Its clock minus ours. */
  skewMs: number;
  /** The fault that keeps this role from reading and writing; null if none. */
  writeFault: StoreFault | null;
  /** Whether this role may apply migrations: it owns the tables and may create new ones. */
  mayMigrate: boolean;
  /** Whether a pooler assigns a server connection per transaction. */
  isPooledByTransaction: boolean;
  /**
   * Whether sessions start with a statement timeout, set by the role, the database or the server.
   */
  limitsStatements: boolean;
  /** The isolation of transactions that sessions start with, set in the same way. */
  isolation: string;
  connections: { used: number; most: number };
  schema: Awaited<ReturnType<typeof compareSchema>>;
  /** Null if the schema is not complete. */
  backlog: Backlog | null;
  /** The encrypted values by the ID of their key; none if the schema is not complete. */
  sealed: SealedRows[];
};

/** So many rows are encrypted with this key. */
export type SealedRows = { of: keyof typeof SEALED; by: string; rows: number };

const SEALED = {
  secondFactors: "SELECT sealed_by AS by FROM second_factors",
  webhookSecrets: "SELECT secret_by AS by FROM webhook_endpoints",
  payoutDetails: "SELECT sealed_by AS by FROM payout_details",
};

/** Examines an external database without changing it. Throws the driver's errors. */
export async function examinePostgres(connectionString: string): Promise<PostgresFacts> {
  const opened = () => connectClient({ connectionString }, { queryTimeoutMs: ANSWER_TIMEOUT_MS });
  const [first, second] = await Promise.all([opened(), opened()]);
  try {
    const sentAtMs = Date.now();
    const { rows } = await first.query<Facts>(FACTS);
    const halfWayMs = (sentAtMs + Date.now()) / 2;
    const [facts] = rows;
    if (!facts) throw new Error("the database returned no information about itself");
    const query = async (text: string) => (await first.query(text)).rows;
    const schema = await compareSchema(query, readMigrations(migrationsFolder()));
    const isComplete = schema.missing.length + schema.lost.length === 0;
    return {
      version: Math.floor(facts.version / 10_000),
      skewMs: Math.round(facts.now_ms - halfWayMs),
      writeFault: await findFault(first),
      mayMigrate: facts.may_migrate,
      isPooledByTransaction: await sharesSessions(first, second),
      limitsStatements: facts.limits_statements,
      isolation: facts.isolation,
      connections: { used: facts.used, most: facts.most },
      schema,
      backlog: isComplete ? await findBacklog(first) : null,
      sealed: isComplete ? await findSealed(first) : [],
    };
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

/** Null if this role may not read the tables, which is a finding of its own. */
async function findBacklog(client: pg.Client): Promise<Backlog | null> {
  const found = await client.query<Backlog>(BACKLOG_SQL).catch(() => null);
  return found?.rows[0] ?? null;
}

/** None if this role may not read the tables, which is a finding of its own. */
async function findSealed(client: pg.Client): Promise<SealedRows[]> {
  const kinds = Object.entries(SEALED).map(
    ([of, rows]) =>
      `SELECT '${of}' AS of, by, count(*)::int AS rows FROM (${rows}) AS t GROUP BY by`,
  );
  const found = await client.query<SealedRows>(kinds.join(" UNION ALL ")).catch(() => null);
  return found?.rows ?? [];
}

async function findFault(client: pg.Client): Promise<StoreFault | null> {
  const { rows } = await client.query<TablePrivileges>(TABLE_PRIVILEGES);
  const lacking = privilegeFault(rows);
  if (lacking) return lacking;
  try {
    await client.query("BEGIN");
    await client.query(WRITE_PROBE);
    return null;
  } catch (error) {
    // It has ended the connection: nothing more can be examined.
    if (error instanceof pg.DatabaseError && error.severity === "FATAL") throw error;
    const fault = explainPostgres(error);
    // Missing migrations are reported separately.
    if (fault === null && !isSchemaBehind(error)) throw error;
    return fault;
  } finally {
    await client.query("ROLLBACK").catch(() => {});
  }
}

type Facts = {
  version: number;
  now_ms: number;
  may_migrate: boolean;
  limits_statements: boolean;
  isolation: string;
  used: number;
  most: number;
};

const FACTS = `
  SELECT current_setting('server_version_num')::int AS version,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
    has_schema_privilege(current_schema(), 'CREATE') AND NOT EXISTS (SELECT FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND NOT pg_has_role(relowner, 'USAGE')) AS may_migrate,
    (SELECT reset_val <> '0' FROM pg_settings WHERE name = 'statement_timeout') AS limits_statements,
    (SELECT reset_val FROM pg_settings WHERE name = 'default_transaction_isolation') AS isolation,
    (SELECT count(*)::int FROM pg_stat_activity) AS used,
    current_setting('max_connections')::int AS most`;

/** Rounds of the check: on a busy pool, a client may get the same connection by chance. */
const ROUNDS = 4;

/** Whether a pooler shares server processes: without one, each client has a process of its own. */
async function sharesSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const [ofFirst, ofSecond] = [new Set<number>(), new Set<number>()];
  for (let round = 0; round < ROUNDS; round++) {
    ofFirst.add(await serverProcess(first));
    // Twice, because two alternating connections would look like one for each client.
    ofSecond.add(await serverProcess(second));
    ofSecond.add(await serverProcess(second));
  }
  const isOneEach = ofFirst.size === 1 && ofSecond.size === 1;
  return !isOneEach || new Set([...ofFirst, ...ofSecond]).size === 1;
}

async function serverProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}
