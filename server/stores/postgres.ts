import { Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { type Prisma, PrismaClient } from "../../prisma/client/client";
import { withinAwake } from "../core/awake";
import { Pool } from "./pool";
import { destroyWhenSilent } from "./silence";

/** Where the database is: a connection string, or the folder of the embedded one's Unix socket. */
export type PostgresTarget = { connectionString: string } | { socketDir: string };

/** An open database. `close` waits for running queries. */
export type Postgres = {
  prisma: PrismaClient;
  /**
   * Runs `run` in a transaction. Rolls back and rejects, as `isStoreDown`, if it takes longer than 10 s
   * in which this process ran.
   */
  transact<T>(run: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T>;
  /** Connections of the pool; `waiting` are requests for one. */
  stats(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

const STATEMENT_TIMEOUT_MS = 15_000;
/** A server that has stopped ends no statement: then the client gives up. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** How long each step may take, in time in which this process runs. */
const PATIENCE = {
  /** Waiting for a connection of the pool, and for a new connection's first byte. */
  connectMs: CONNECT_TIMEOUT_MS,
  answerMs: ANSWER_TIMEOUT_MS,
  transactionMs: 10_000,
};
/** All requests share the embedded database's one connection, so the queue is longer there. */
const EMBEDDED_PATIENCE = { ...PATIENCE, connectMs: 10_000 };
/** The longest time a timer can be set to, about 25 days. */
const NEVER_MS = 2 ** 31 - 1;
/** After a failover that no connection was told of, the last one to the old server is gone by then. */
const CONNECTION_LIFETIME_SECONDS = 300;
/** An idle connection must be closed before it counts as one that does not answer. */
const IDLE_MS = STATEMENT_TIMEOUT_MS;
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

/** The settings of a single connection to `target`, outside the pool. */
export function connectionConfig(target: PostgresTarget): pg.ClientConfig {
  if ("socketDir" in target) {
    return { host: target.socketDir, user: "postgres", database: "postgres" };
  }
  return {
    connectionString: target.connectionString,
    application_name: "latchkey",
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}

/**
 * The embedded database has one session behind all its connections, so a second one would only mix
 * statements into the first one's transactions.
 */
function openPool(target: PostgresTarget, { connectMs, answerMs }: typeof PATIENCE): Pool {
  const connection = connectionConfig(target);
  if ("socketDir" in target) {
    const onConnect = (client: pg.ClientBase) => client.query(IN_UTC);
    return new Pool({ ...connection, max: 1, idleTimeoutMillis: 0, onConnect }, connectMs);
  }
  const openSocket = () => {
    const socket = new Socket();
    destroyWhenSilent(socket, {
      owesAnswer: () => true,
      patienceMs: () => (socket.bytesRead === 0 ? connectMs : answerMs),
    });
    return socket;
  };
  const config: pg.PoolConfig = {
    ...connection,
    // Its own timeout would also count the time in which the process was stopped.
    connectionTimeoutMillis: 0,
    max: EXTERNAL_CONNECTIONS,
    maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
    idleTimeoutMillis: IDLE_MS,
    stream: openSocket,
    onConnect: (client) => client.query(`${IN_UTC}; ${SESSION_TIMEOUTS}`),
  };
  return new Pool(config, connectMs);
}

/** Opens the database lazily: an unreachable one shows at the first query, as `isStoreDown`. */
export function openPostgres(
  target: PostgresTarget,
  options: { patience?: Partial<typeof PATIENCE> } = {},
): Postgres {
  const usual = "socketDir" in target ? EMBEDDED_PATIENCE : PATIENCE;
  const patience = { ...usual, ...options.patience };
  const pool = openPool(target, patience);
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  // Prisma's own limits would also count the time in which the process was stopped.
  const transactionOptions = { maxWait: NEVER_MS, timeout: NEVER_MS };
  const prisma = new PrismaClient({ adapter, transactionOptions });
  // PrismaPg listens only from its first query on; an unheard error of the pool ends the process.
  pool.on("error", () => {});
  return {
    prisma,
    transact: (run) =>
      prisma.$transaction((tx) => withinAwake(run(tx), patience.transactionMs, tooLong)),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waiting }),
    close: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

const tooLong = () => new Error("Connection terminated: the transaction took too long");
