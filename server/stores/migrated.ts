import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ReadDb } from "../core/actor";

/**
 * The migrations of this release that the database lacks. A build that was packed without them has
 * nothing to compare with, and finds none.
 */
export async function missingMigrations(db: Pick<ReadDb, "$queryRaw">): Promise<string[]> {
  const folder = join(process.cwd(), "prisma", "migrations");
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  if (!existsSync(folder)) return [];
  const applied = new Set(rows.map(({ name }) => name));
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !applied.has(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** The version that the database says it has; "out of reach" where it says nothing. */
export async function databaseVersion(db: Pick<ReadDb, "$queryRaw">): Promise<string> {
  const rows = await db.$queryRaw<{ server_version: string }[]>`SHOW server_version`.catch(
    () => [],
  );
  return rows[0]?.server_version ?? "out of reach";
}
