import { existsSync } from "node:fs";
import { join } from "node:path";
import { Prisma } from "../../prisma/client/client";
import type { ReadDb } from "../core/actor";
import { type Migration, readMigrations } from "./read-migrations";
import { compareSchema, describeLost } from "./schema-parts";

type Asked = Pick<ReadDb, "$queryRaw">;

/**
 * What the database lacks of this release's schema, in a few words; null: nothing. A build that was
 * packed without its migrations has nothing to compare with, and finds nothing.
 */
export async function findSchemaFault(db: Asked): Promise<string | null> {
  const query = <Row>(text: string) => db.$queryRaw<Row[]>(Prisma.raw(text));
  const { missing, lost } = await compareSchema(query, ownMigrations());
  if (missing.length > 0) return `migrations are missing: ${missing.join(", ")}`;
  return lost.length === 0 ? null : `parts of the schema are missing: ${describeLost(lost)}`;
}

let own: Migration[] | null = null;

function ownMigrations(): Migration[] {
  const folder = join(process.cwd(), "prisma", "migrations");
  own ??= existsSync(folder) ? readMigrations(folder) : [];
  return own;
}

/** The version that the database says it has; "out of reach" where it says nothing. */
export async function databaseVersion(db: Asked): Promise<string> {
  const rows = await db.$queryRaw<{ server_version: string }[]>`SHOW server_version`.catch(
    () => [],
  );
  return rows[0]?.server_version ?? "out of reach";
}
