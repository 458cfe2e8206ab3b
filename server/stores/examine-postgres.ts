import { randomBytes } from "node:crypto";
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
  used: number;
  most: number;
};

const FACTS = `
  SELECT current_setting('server_version_num')::int AS version,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
    pg_is_in_recovery() AS is_replica,
    (SELECT count(*)::int FROM pg_stat_activity) AS used,
    current_setting('max_connections')::int AS most`;

/** What one client sets in its session, another one sees only where a pooler shares sessions. */
async function sharesSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const mark = randomBytes(8).toString("hex");
  await first.query("SELECT set_config('latchkey.doctor', $1, false)", [mark]);
  const { rows } = await second.query<{ mark: string | null }>(
    "SELECT current_setting('latchkey.doctor', true) AS mark",
  );
  await first.query("RESET latchkey.doctor");
  return rows[0]?.mark === mark;
}
