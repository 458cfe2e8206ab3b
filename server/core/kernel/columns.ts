import { Prisma } from "../../../prisma/client/client";
import { snakeCase } from "./wire";

/** The fields of a table as Prisma lists them: `Prisma.CustomerScalarFieldEnum`. */
type Fields = Readonly<Record<string, string>>;

/**
 * All columns of a table for a raw SELECT, aliased to Prisma's names, so that the rows are like
 * Prisma's.
 */
export function selectAll(table: string, fields: Fields): Prisma.Sql {
  const columns = Object.keys(fields).map((name) => `${table}.${snakeCase(name)} AS "${name}"`);
  return Prisma.raw(columns.join(", "));
}

/**
 * Rows for a raw INSERT: their columns, and a record set of their values in the order of `rows`.
 * All rows have the same fields. The column types are those of the table.
 */
export function newRows(
  table: string,
  rows: readonly object[],
): { columns: Prisma.Sql; records: Prisma.Sql } {
  const names = Object.keys(rows[0] ?? {}).map(snakeCase);
  const records = rows.map((row) =>
    Object.fromEntries(Object.values(row).map((value, index) => [names[index], value])),
  );
  return {
    columns: Prisma.raw(names.join(", ")),
    records: Prisma.sql`json_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(records)}::json)`,
  };
}
