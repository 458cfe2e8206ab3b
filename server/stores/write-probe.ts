import type { PrismaClient } from "../../prisma/client/client";
import { isSchemaBehind } from "./store-down";
import { explainPostgres, type StoreFault } from "./store-fault";

/**
 * Inserts a row that fills a page, so that the table grows and a full disk shows. To be rolled
 * back. The transaction's ID lets several processes probe at once.
 */
export const WRITE_PROBE =
  "INSERT INTO write_probe (id, filler) SELECT pg_current_xact_id()::text::bigint, repeat('x', 8000)";

/** Returns one row: `lacking` names up to three tables that this role may not read and write. */
export const TABLE_PRIVILEGES = `
  SELECT (array_agg(relname::text ORDER BY relname))[1:3] AS lacking FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND NOT (
    has_table_privilege(oid, 'SELECT') AND (relname = '_prisma_migrations' OR (
      has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE')
      AND has_table_privilege(oid, 'DELETE'))))`;

export type TablePrivileges = { lacking: string[] | null };

/** Null if the role has the privileges that serving needs on every table. */
export function privilegeFault(rows: readonly TablePrivileges[]): StoreFault | null {
  const lacking = rows[0]?.lacking ?? [];
  if (lacking.length === 0) return null;
  return {
    problem: `the role of DATABASE_URL can't read and write: ${lacking.join(", ")}`,
    cure: "Grant the role SELECT, INSERT, UPDATE and DELETE on all tables, or make it their owner.",
  };
}

class RollBack extends Error {}

/** Finds the fault that keeps this process from writing; null if writes work. Leaves no data. */
export async function findWriteFault(prisma: PrismaClient): Promise<StoreFault | null> {
  try {
    await prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(WRITE_PROBE);
      throw new RollBack();
    });
  } catch (error) {
    // The schema check reports what is missing.
    if (error instanceof RollBack || isSchemaBehind(error)) return null;
    const fault = explainPostgres(error);
    if (fault === null) throw error;
    return fault;
  }
  return null;
}

/** Null if the role may read and write every table. */
export async function findPrivilegeFault(prisma: PrismaClient): Promise<StoreFault | null> {
  return privilegeFault(await prisma.$queryRawUnsafe<TablePrivileges[]>(TABLE_PRIVILEGES));
}
