// The thread of the embedded database: a query would delay every request on another's event loop.
// Plain JavaScript, so that it can be started as a file with and without the bundle.
import { fstatSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

const MAX_CONNECTIONS = 100;
/** The default of 128 MB would stay in memory. The kernel caches the files anyway. */
const START_PARAMS = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];
/**
 * A client's messages after which nothing is pending: a query, the Sync after the messages of a
 * statement, the end of the connection, and the first message, which has no type.
 */
const LAST = new Set(["Q", "S", "X", "\0"].map((type) => type.charCodeAt(0)));
const SYNC = Uint8Array.of("S".charCodeAt(0), 0, 0, 0, 4);

/**
 * Lets several connections share the one session. The socket server runs one message at a time, of
 * any connection, except within a transaction. But a statement is several messages (Parse, Bind,
 * Execute, Sync), which use what the ones before have left in the session, so they count as a
 * transaction too. Otherwise connections get the answers to each other's queries as soon as a
 * message arrives in parts.
 */
function shareSession(database, { answers, expectInPlace }) {
  const { execProtocolRawStream, isInTransaction, exec } = database;
  let isPending = false;

  database.execProtocolRawStream = async (message, options) => {
    await expectInPlace();
    isPending = !LAST.has(message[0]);
    await execProtocolRawStream.call(database, message, options);
    Atomics.add(answers, 0, 1);
  };
  database.isInTransaction = () => isPending || isInTransaction.call(database);
  // The server calls it only to roll back what a connection had open when it ended. After an error,
  // the session ignores everything until the next Sync.
  database.exec = async (...args) => {
    if (isPending) await database.execProtocolRaw(SYNC, { throwOnError: false });
    isPending = false;
    return exec.apply(database, args);
  };
}

/**
 * Whether the folder is still the one that was opened. PostgreSQL opens files by their path, so it
 * would destroy a backup that has taken the folder's place. The open file, which PostgreSQL never
 * writes, keeps its number from being given to another.
 */
function watchPlace(folder) {
  const file = join(folder, "PG_VERSION");
  const own = fstatSync(openSync(file));
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found !== undefined && found.ino === own.ino && found.dev === own.dev;
  };
}

/** Ends this thread and, by the exception, the process, if the folder is another. */
function endUnless(isInPlace, folder) {
  return async () => {
    if (isInPlace()) return;
    setImmediate(() => {
      throw new Error(
        `${folder} was moved, removed or replaced while it was open. Nothing more was written to it.`,
      );
    });
    await new Promise(() => {});
  };
}

/** `path`: of the socket; null only creates the database. `answers`: counts its replies. */
const { dataDir, path, answers } = workerData;
const database = await PGlite.create({ dataDir, startParams: START_PARAMS });
const expectInPlace = endUnless(watchPlace(dataDir), dataDir);
shareSession(database, { answers, expectInPlace });
const server = new PGLiteSocketServer({ db: database, path, maxConnections: MAX_CONNECTIONS });
if (path !== null) await server.start();

parentPort.once("message", async () => {
  if (path !== null) await server.stop();
  await expectInPlace();
  await database.close();
  parentPort.close();
});
parentPort.postMessage("open");
