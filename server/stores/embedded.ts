import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { Worker } from "node:worker_threads";
import { databaseFolder } from "./database-folder";
import { diskSpaceFault } from "./disk-space";
import { makeFolder } from "./make-folder";
import { migrate, migrationsFolder } from "./migrate";
import { EMBEDDED_PORT } from "./postgres";
import { socketPath } from "./socket-path";

/**
 * A running embedded PostgreSQL. `target` is for openPostgres; `close` flushes all data to disk.
 */
export type Embedded = {
  target: { socketDir: string; folder: string };
  /** The number of messages it has answered since the start. */
  answers(): number;
  close(): Promise<void>;
};

const SOCKET_FILE = `.s.PGSQL.${EMBEDDED_PORT}`;
/** At most this much for short-lived objects; V8's default of 48 stays in memory. */
const YOUNG_MIB = 8;

/**
 * Opens the PostgreSQL under `dataDir` in a thread of its own, and serves it on a Unix socket in a
 * folder that only this user can enter. The caller holds the lock on `dataDir` (see control.ts): two
 * processes on one database destroy it. An error of the thread is an uncaught exception of this one.
 */
export async function openEmbedded(options: {
  dataDir: string;
  /** The folder of prepareDatabase(). A new database is a copy of it, if it exists. */
  prepared?: string;
}): Promise<Embedded> {
  const folder = databaseFolder(options.dataDir);
  const prepared = options.prepared ?? join(migrationsFolder(), "../../dist/database");
  try {
    await provideDatabase(folder, prepared);
    const socketDir = await makeSocketDir(options.dataDir);
    const { answers, close } = await open(folder, join(socketDir, SOCKET_FILE));
    return {
      target: { socketDir, folder },
      answers,
      close: async () => {
        await close();
        await rm(socketDir, { recursive: true, force: true });
      },
    };
  } catch (cause) {
    throw new EmbeddedBroken(await whyBroken(options.dataDir, folder, cause), { cause });
  }
}

/**
 * The embedded PostgreSQL cannot be opened. The message gives the reason, if known, and the fix.
 */
export class EmbeddedBroken extends Error {
  override readonly name = "EmbeddedBroken";
}

// PGlite's own errors give no reason; those of the file system do.
async function whyBroken(dataDir: string, folder: string, cause: unknown): Promise<string> {
  const fault = await diskSpaceFault(dataDir);
  const what = `The embedded database in ${folder} can't be opened`;
  if (fault) return `${what}: ${fault}. Free disk space and restart. No data is lost.`;
  if (cause instanceof Error && /^(EACCES|EPERM|EROFS):/.test(cause.message)) {
    return `${what}: ${cause.message}. Check the permissions.`;
  }
  return `${what}: it is damaged, or was copied while a server was running. Restore the last backup of DATA_DIR.`;
}

/**
 * Creates a new database in another folder and then renames it, so that a kill leaves no partial
 * one.
 */
async function provideDatabase(folder: string, prepared: string): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await makeFolder(unfinished);
  if (existsSync(prepared)) await cp(prepared, unfinished, { recursive: true });
  else await (await open(unfinished, null)).close();
  await rename(unfinished, folder);
}

/** Opens a database in a thread, and serves it on the socket, if any. */
async function open(
  dataDir: string,
  path: string | null,
): Promise<Pick<Embedded, "answers" | "close">> {
  const answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL("./embedded-thread.mjs", import.meta.url), {
    name: "database",
    workerData: { dataDir, path, answers },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
  });
  await once(thread, "message");
  return {
    answers: () => Atomics.load(answers, 0),
    close: async () => {
      thread.postMessage("close");
      await once(thread, "exit");
    },
  };
}

/**
 * Creates a migrated database that new ones are copied from, as part of the build: creating one
 * takes seconds and hundreds of MiB of memory, which the process keeps.
 */
export async function prepareDatabase(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const dataDir = `${folder}.new`;
  await rm(dataDir, { recursive: true, force: true });
  // Its database is created where it is opened: closing and opening it in between takes seconds.
  await makeFolder(databaseFolder(dataDir));
  const embedded = await openEmbedded({ dataDir });
  await migrate(embedded.target);
  await embedded.close();
  await makeReadable(databaseFolder(dataDir));
  await rename(databaseFolder(dataDir), folder);
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * For a server that runs as another user than the build: it has no data yet. Only the server's user
 * can enter the folder of a copy.
 */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

/**
 * pg treats a host as a socket folder only if it is absolute. Falls back to the temporary folder if
 * the path is too long.
 */
async function makeSocketDir(dataDir: string): Promise<string> {
  const folder = join(dataDir, "run");
  const path = socketPath(join(folder, SOCKET_FILE));
  if (path === null || !isAbsolute(path)) return mkdtemp(join(tmpdir(), "latchkey-"));
  // Remove what a kill -9 left. No other process listens there, since the caller holds the lock.
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
  return folder;
}
