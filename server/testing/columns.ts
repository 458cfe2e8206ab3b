import { expect } from "vitest";
import { Prisma } from "../../prisma/client/client";
import { snakeCase } from "../core/kernel/wire";
import type { Platform } from "./platform";

/** Expects a value in each column of the matching rows, except in `empty`. */
export async function expectFull(
  platform: Platform,
  table: string,
  where: Prisma.Sql,
  empty: string[] = [],
) {
  const rows = await platform.system.db.$queryRaw<{ row: Record<string, unknown> }[]>`
    SELECT to_json(t) AS row FROM ${Prisma.raw(table)} t WHERE ${where}`;
  expect(rows).not.toEqual([]);
  for (const { row } of rows) {
    const missing = Object.keys(row).filter((name) => row[name] === null);
    expect(missing.sort()).toEqual([...empty].sort());
  }
}

/** Expects each column of the table as a field of every view, except `hidden`. */
export async function expectShown(
  platform: Platform,
  table: string,
  views: object[],
  hidden: string[],
) {
  const columns = await platform.system.db.$queryRaw<{ name: string }[]>`
    SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`;
  expect(views).not.toEqual([]);
  for (const view of views) {
    const shown = new Set(Object.keys(view).map(snakeCase));
    const left = columns.map(({ name }) => name).filter((name) => !shown.has(name));
    expect(left.sort()).toEqual([...hidden].sort());
  }
}
