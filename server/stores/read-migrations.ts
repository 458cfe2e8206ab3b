import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Migration = {
  name: string;
  script: string;
  checksums: string[];
  /** The index that the script builds outside a transaction to keep the table writable, or null. */
  concurrentIndex: string | null;
  /** Whether the script fills one batch of rows and is repeated until none is left. */
  isBackfill: boolean;
};

const CONCURRENT_INDEX = /\bCREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"?(\w+)/;

/** The first line of a backfill. `$1` is the `last` that the previous batch returned, first "". */
const BACKFILL = /^-- Backfill\b/;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The migrations of a folder in Prisma's format, in the order in which they are applied. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      // git may check out either line ending, which does not count as an edit.
      const script = readFileSync(join(folder, name, "migration.sql"), "utf8");
      const unix = script.replaceAll("\r\n", "\n");
      const checksums = [unix, unix.replaceAll("\n", "\r\n")].map(sha256);
      const concurrentIndex = CONCURRENT_INDEX.exec(script)?.[1] ?? null;
      return { name, script, checksums, concurrentIndex, isBackfill: BACKFILL.test(script) };
    });
}
