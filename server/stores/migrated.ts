import { existsSync } from "node:fs";
import { join } from "node:path";
import { Prisma } from "../../prisma/client/client";
import type { ReadDb } from "../core/kernel/actor";
import { type Migration, readMigrations } from "./read-migrations";
import { compareSchema, describeLost } from "./schema-parts";

type Asked = Pick<ReadDb, "$queryRaw">;

/**
 * Describes what the database lacks of this release's schema; null if nothing. Always null in a
 * build without its migrations, which has nothing to compare with.
 */
export async function findSchemaFault(db: Asked): Promise<string | null> {
  const query = <Row>(text: string) => db.$queryRaw<Row[]>(Prisma.raw(text));
  const { missing, lost, tooOld } = await compareSchema(query, ownMigrations());
  if (tooOld) return `${tooOld.problem}. ${tooOld.cure}`;
  if (missing.length > 0) return `migrations are missing: ${missing.join(", ")}`;
  return lost.length === 0 ? null : `parts of the schema are missing: ${describeLost(lost)}`;
}

let own: Migration[] | null = null;

function ownMigrations(): Migration[] {
  const folder = join(process.cwd(), "prisma", "migrations");
  own ??= existsSync(folder) ? readMigrations(folder) : [];
  return own;
}

/** The version that the database reports; "unreachable" if it does not respond. */
export async function databaseVersion(db: Asked): Promise<string> {
  const rows = await db.$queryRaw<{ server_version: string }[]>`SHOW server_version`.catch(
    () => [],
  );
  return rows[0]?.server_version ?? "unreachable";
}
