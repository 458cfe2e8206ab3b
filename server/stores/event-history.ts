import { rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

/** In the folder of the embedded database. */
const MARKER = "latchkey.place";

type Asking = Pick<pg.ClientBase, "query">;

const CONTINUE = "SELECT continue_events($1::text[], $2) AS raised";
const CONTINUE_HERE = "SELECT continue_events(ARRAY[event_place()], $1) AS raised";

/** Without a row, migrate() has not run, or a restore is under way. */
const NOTICE = "SELECT continue_events(ARRAY[event_place()], false) FROM event_history";

/**
 * As continueEvents(), for a new connection: the database may have been restored, or its server
 * replaced, while this process was running. Rejects if the schema has no such function.
 */
export async function noticeRestore(client: Asking): Promise<void> {
  await client.query(NOTICE);
}

/**
 * Raises the sequences and positions of all events if the database went back to an earlier state,
 * so that no reader misses an event: docs/decisions/0014. `wasRestored`: it did, also if it
 * doesn't look like it. Returns whether they were raised.
 */
export async function continueEvents(
  client: Asking,
  { folder, wasRestored }: { folder: string | null; wasRestored: boolean },
): Promise<boolean> {
  // A migration adds the function; tests run others.
  const { rows: exists } = await client.query("SELECT to_regproc('continue_events') AS found");
  if (exists[0]?.found === null) return false;
  if (folder !== null) return continueInFolder(client, { folder, wasRestored });
  const { rows } = await client.query(CONTINUE_HERE, [wasRestored]);
  return rows[0]?.raised === true;
}

/**
 * A database in a folder looks the same after its folder was restored. So each start writes a file
 * anew, and the database keeps what only the file system knows of it: a copy is another file.
 */
async function continueInFolder(
  client: Asking,
  { folder, wasRestored }: { folder: string; wasRestored: boolean },
): Promise<boolean> {
  const file = join(folder, MARKER);
  const next = `${file}.new`;
  await rm(next, { force: true });
  await writeFile(next, "");
  // A kill between the two leaves the former file, which the database still knows.
  const places = [await identityOf(file), await identityOf(next)];
  const known = places.filter((place) => place !== null);
  const { rows } = await client.query(CONTINUE, [known, wasRestored]);
  await rename(next, file);
  return rows[0]?.raised === true;
}

/** The file's number on its disk and the time at which it was created; null if there is no file. */
async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  return found && `${found.ino}/${found.birthtimeNs}`;
}
