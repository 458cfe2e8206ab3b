import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../../prisma/client/client";

/** Where the database is: a connection string, or the folder of the embedded one's Unix socket. */
export type PostgresTarget = { connectionString: string } | { socketDir: string };

/** An open database. `close` waits for running queries. */
export type Postgres = {
  prisma: PrismaClient;
  /** Connections of the pool; `waiting` are requests for one. */
  stats(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** A server that has stopped ends no statement: then the client gives up. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
/** After a failover that no connection was told of, the last one to the old server is gone by then. */
const CONNECTION_LIFETIME_SECONDS = 300;
const TRANSACTION_LIMITS = { maxWait: 10_000, timeout: 10_000 };
const EXTERNAL_CONNECTIONS = 10;

/**
 * adapter-pg writes times without an offset and drops the offset when it reads them, so a session in
 * any other zone than UTC would shift every instant. Set by a query: connection poolers refuse it as a
 * startup parameter.
 */
const IN_UTC = "SET TIME ZONE 'UTC'";

/**
 * Ends a statement or a transaction that outlives its caller. Never on the embedded database, which
 * cannot end its only session: it goes into an endless loop when one of these timeouts fires, as one
 * does after the process was stopped within a transaction.
 */
const SESSION_TIMEOUTS =
  `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; ` +
  `SET idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`;

/**
 * The settings of a connection pool to `target`. The embedded database has one session behind all
 * its connections, so a second one would only mix statements into the first one's transactions.
 */
export function poolConfig(target: PostgresTarget): pg.PoolConfig {
  if ("socketDir" in target) {
    return {
      host: target.socketDir,
      user: "postgres",
      database: "postgres",
      max: 1,
      connectionTimeoutMillis: TRANSACTION_LIMITS.maxWait,
      idleTimeoutMillis: 0,
      onConnect: (client) => client.query(IN_UTC),
    };
  }
  return {
    connectionString: target.connectionString,
    application_name: "latchkey",
    max: EXTERNAL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: (client) => client.query(`${IN_UTC}; ${SESSION_TIMEOUTS}`),
  };
}

/** Opens the database lazily: an unreachable one shows at the first query, as `isStoreDown`. */
export function openPostgres(target: PostgresTarget): Postgres {
  const pool = new pg.Pool(poolConfig(target));
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  const prisma = new PrismaClient({ adapter, transactionOptions: TRANSACTION_LIMITS });
  // PrismaPg listens only from its first query on; an unheard error of the pool ends the process.
  pool.on("error", () => {});
  return {
    prisma,
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
