import { existsSync } from "node:fs";
import { join } from "node:path";
import { Prisma } from "../../prisma/client/client";
import type { ReadDb } from "../core/actor";
import { type Migration, readMigrations } from "./read-migrations";
import { describeLost, lostParts } from "./schema-parts";
import { isSchemaBehind } from "./store-down";

type Asked = Pick<ReadDb, "$queryRaw">;

/**
 * What the database lacks of this release's schema, in a few words; null: nothing. A build that was
 * packed without its migrations has nothing to compare with, and finds nothing.
 */
export async function findSchemaFault(db: Asked): Promise<string | null> {
  const applied = await appliedMigrations(db);
  const migrations = ownMigrations();
  const missing = migrations.filter(({ name }) => !applied.has(name));
  if (missing.length > 0) {
    return `migrations are missing: ${missing.map(({ name }) => name).join(", ")}`;
  }
  const known = { migrations, appliedCount: applied.size };
  const lost = await lostParts((text) => db.$queryRaw(Prisma.raw(text)), known);
  return lost.length === 0 ? null : `parts of the schema are missing: ${describeLost(lost)}`;
}

async function appliedMigrations(db: Asked): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`.catch((error: unknown) => {
    if (isSchemaBehind(error)) return [];
    throw error;
  });
  return new Set(rows.map(({ name }) => name));
}

let own: Migration[] | null = null;

function ownMigrations(): Migration[] {
  const folder = join(process.cwd(), "prisma", "migrations");
  own ??= existsSync(folder) ? readMigrations(folder) : [];
  return own;
}

/** The version that the database says it has; "out of reach" where it says nothing. */
export async function databaseVersion(db: Pick<ReadDb, "$queryRaw">): Promise<string> {
  const rows = await db.$queryRaw<{ server_version: string }[]>`SHOW server_version`.catch(
    () => [],
  );
  return rows[0]?.server_version ?? "out of reach";
}
