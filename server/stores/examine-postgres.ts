import pg from "pg";
import { migrationsFolder } from "./migrate";
import { poolConfig } from "./postgres";
import { readMigrations } from "./read-migrations";
import { compareSchema } from "./schema-parts";

/** What an external database says about itself. */
export type PostgresFacts = {
  version: number;
  /** Its clock less ours. */
  skewMs: number;
  isReplica: boolean;
  /** Whether a pooler gives each transaction a server connection of its own choice. */
  isPooledByTransaction: boolean;
  /** Whether a session's statements are limited from its start, by the role, the database or the server. */
  limitsStatements: boolean;
  connections: { used: number; most: number };
  schema: Awaited<ReturnType<typeof compareSchema>>;
};

async function opened(connectionString: string): Promise<pg.Client> {
  const { onConnect: _, ...config } = poolConfig({ connectionString });
  const client = new pg.Client(config);
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Looks at an external database without changing anything. Throws what the driver throws. */
export async function examinePostgres(connectionString: string): Promise<PostgresFacts> {
  const [first, second] = await Promise.all([opened(connectionString), opened(connectionString)]);
  try {
    const sentAtMs = Date.now();
    const { rows } = await first.query<Facts>(FACTS);
    const halfWayMs = (sentAtMs + Date.now()) / 2;
    const [facts] = rows;
    if (!facts) throw new Error("the database said nothing about itself");
    const query = async (text: string) => (await first.query(text)).rows;
    return {
      version: Math.floor(facts.version / 10_000),
      skewMs: Math.round(facts.now_ms - halfWayMs),
      isReplica: facts.is_replica,
      isPooledByTransaction: await sharesSessions(first, second),
      limitsStatements: facts.limits_statements,
      connections: { used: facts.used, most: facts.most },
      schema: await compareSchema(query, readMigrations(migrationsFolder())),
    };
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

type Facts = {
  version: number;
  now_ms: number;
  is_replica: boolean;
  limits_statements: boolean;
  used: number;
  most: number;
};

const FACTS = `
  SELECT current_setting('server_version_num')::int AS version,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
    pg_is_in_recovery() AS is_replica,
    (SELECT reset_val <> '0' FROM pg_settings WHERE name = 'statement_timeout') AS limits_statements,
    (SELECT count(*)::int FROM pg_stat_activity) AS used,
    current_setting('max_connections')::int AS most`;

/** How often each is asked: on a pool that is busy, a client may get the same connection by chance. */
const ROUNDS = 4;

/** Each client has a server process to itself, unless a pooler gives each statement the next best. */
async function sharesSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const [ofFirst, ofSecond] = [new Set<number>(), new Set<number>()];
  for (let round = 0; round < ROUNDS; round++) {
    ofFirst.add(await serverProcess(first));
    // Twice: two connections handed out in turn would look like one for each client.
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
