import { Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "../../prisma/client/client";
import { withinAwake } from "../core/kernel/awake";
import { connectEitherWay, encryptionOf, type Ways } from "./encryption";
import { noticeRestore } from "./event-history";
import { Pool } from "./pool";
import { createRememberedLookup } from "./remembered-lookup";
import { destroyWhenSilent } from "./silence";

/** The database: a connection string, or the embedded one's folder and that of its Unix socket. */
export type PostgresTarget = { connectionString: string } | { socketDir: string; folder: string };

/** An open database. `close` waits for running queries. */
export type Postgres = {
  database: PostgresTarget;
  prisma: PrismaClient;
  /**
   * Runs `run` in a transaction. Rolls back and rejects, as `isStoreDown`, if it takes longer than
   * 10 s of time in which this process ran.
   */
  transact<T>(run: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T>;
  /** Connections of the pool; `waiting` counts requests for one. */
  stats(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

const STATEMENT_TIMEOUT_MS = 15_000;
/** The client's own timeout, because a server that is suspended ends no statement. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** How long each step may take, in time in which this process runs. */
const PATIENCE = {
  /** Waiting for a connection of the pool, and for a new connection's first byte. */
  connectMs: CONNECT_TIMEOUT_MS,
  answerMs: ANSWER_TIMEOUT_MS,
  transactionMs: 10_000,
};
/** All requests share a thread's one connection to the embedded database, so its queue is longer. */
const EMBEDDED_PATIENCE = { ...PATIENCE, connectMs: 10_000 };
/** The longest time a timer can be set to, about 25 days. */
const NEVER_MS = 2 ** 31 - 1;
/** Bounds how long a connection to the old server is used after an unnoticed failover. */
const CONNECTION_LIFETIME_SECONDS = 300;
/** Idle connections must be closed before they count as unresponsive. */
const IDLE_MS = STATEMENT_TIMEOUT_MS;
/** In the name of the embedded database's Unix socket, which has no other port. */
export const EMBEDDED_PORT = 5432;
const EXTERNAL_CONNECTIONS = 10;
/** The most connections of a process that serves: a pool for the API, one for pages, one listens. */
export const PROCESS_CONNECTIONS = 2 * EXTERNAL_CONNECTIONS + 1;
/** The most of the process that sends webhooks, of which each instance has one. */
export const SENDER_CONNECTIONS = EXTERNAL_CONNECTIONS + 1;
/** The most of an instance with one process that serves. */
export const INSTANCE_CONNECTIONS = PROCESS_CONNECTIONS + SENDER_CONNECTIONS;

/**
 * The settings that every session needs, whatever the defaults of the server, the database and the
 * role. Set by a query, because connection poolers refuse them as startup parameters.
 * - adapter-pg writes times without an offset and ignores the offset when it reads them, so a
 *   session in another zone than UTC would shift every instant. It reads only ISO dates.
 * - A change waits for its partner's lock, and must then see what the change before it has written.
 */
const SESSION =
  "SET TIME ZONE 'UTC'; SET datestyle = 'ISO'; SET default_transaction_isolation = 'read committed'";

/**
 * Ends statements and transactions that outlive their caller. Never set on the embedded database,
 * which cannot end its only session: it enters an endless loop when one of these timeouts fires,
 * for example after the process was suspended within a transaction.
 */
const SESSION_TIMEOUTS =
  `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; ` +
  `SET idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`;

/**
 * Compiling a statement takes 100 ms, and no statement here runs so often with one plan that it would be
 * worth it. PostgreSQL compiles what it expects to be expensive, for example as long as it has no
 * statistics of a table.
 */
const NO_COMPILER = "SET jit = off";

/** A schema that is being restored or migrated; a statement that needs it fails by itself. */
function ignoreDatabaseError(error: unknown): void {
  if (!(error instanceof pg.DatabaseError)) throw error;
}

const lookup = createRememberedLookup();

/** A socket that connects while names can't be resolved; pg passes a port and a host, or a path. */
function newSocket(): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const connectTo = (port: number | string, host?: string) =>
    host === undefined ? connect(String(port)) : connect({ port: Number(port), host, lookup });
  return Object.assign(socket, { connect: connectTo });
}

/** The settings of a connection, and the ways to encrypt it. */
function connectionConfig(target: PostgresTarget): { config: pg.ClientConfig; ways: Ways } {
  if ("socketDir" in target) {
    const own = { host: target.socketDir, user: "postgres", database: "postgres" };
    // Else node-postgres takes the port from the environment (PGPORT).
    return { config: { ...own, port: EMBEDDED_PORT }, ways: [false] };
  }
  const { connectionString, ways } = encryptionOf(target.connectionString);
  const config = {
    connectionString,
    application_name: "latchkey",
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: newSocket,
  };
  return { config, ways };
}

/**
 * Opens a single connection without the pool. `watch` sees the client before it connects. The
 * driver's errors reject, and EncryptionError.
 */
export async function connectClient(
  target: PostgresTarget,
  options: { queryTimeoutMs?: number; watch?: (client: pg.Client) => void } = {},
): Promise<pg.Client> {
  const { config, ways } = connectionConfig(target);
  return connectEitherWay(ways, async (ssl) => {
    const client = new pg.Client({ ...config, ssl, query_timeout: options.queryTimeoutMs });
    client.on("error", () => {});
    options.watch?.(client);
    await client.connect();
    return client;
  });
}

/** More connections to the embedded database gain nothing: it has one session. */
function openPool(target: PostgresTarget, { connectMs, answerMs }: typeof PATIENCE): Pool {
  const { config: connection, ways } = connectionConfig(target);
  const options = { waitMs: connectMs, ways };
  if ("socketDir" in target) {
    const onConnect = (client: pg.ClientBase) => client.query(SESSION);
    return new Pool({ ...connection, max: 1, idleTimeoutMillis: 0, onConnect }, options);
  }
  const openSocket = () => {
    const socket = newSocket();
    destroyWhenSilent(socket, {
      isReplyDue: () => true,
      patienceMs: () => (socket.bytesRead === 0 ? connectMs : answerMs),
    });
    return socket;
  };
  const config: pg.PoolConfig = {
    ...connection,
    // pg's own timeout would also count time in which the process was suspended.
    connectionTimeoutMillis: 0,
    max: EXTERNAL_CONNECTIONS,
    maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
    idleTimeoutMillis: IDLE_MS,
    stream: openSocket,
    onConnect: async (client) => {
      await client.query(`${SESSION}; ${SESSION_TIMEOUTS}; ${NO_COMPILER}`);
      // A server that took another's place, or a restored database, is noticed before it is used.
      await noticeRestore(client).catch(ignoreDatabaseError);
    },
  };
  return new Pool(config, options);
}

/** Connects lazily: if the database is unreachable, the first query rejects, as `isStoreDown`. */
export function openPostgres(
  target: PostgresTarget,
  options: { patience?: Partial<typeof PATIENCE> } = {},
): Postgres {
  const usual = "socketDir" in target ? EMBEDDED_PATIENCE : PATIENCE;
  const patience = { ...usual, ...options.patience };
  const pool = openPool(target, patience);
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  // Prisma's own timeouts would also count time in which the process was suspended.
  const transactionOptions = { maxWait: NEVER_MS, timeout: NEVER_MS };
  const prisma = new PrismaClient({ adapter, transactionOptions });
  // PrismaPg listens only after its first query; an unhandled pool error would end the process.
  pool.on("error", () => {});
  return {
    database: target,
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
