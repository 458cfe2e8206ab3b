import { Prisma } from "../../prisma/client/client";
import { snakeCase } from "./wire";

/** The fields of a table as Prisma lists them: `Prisma.CustomerScalarFieldEnum`. */
type Fields = Readonly<Record<string, string>>;

/** Every column of a table for a raw SELECT, named as Prisma names it, so that its rows are Prisma's. */
export function selectAll(table: string, fields: Fields): Prisma.Sql {
  const columns = Object.keys(fields).map((name) => `${table}.${snakeCase(name)} AS "${name}"`);
  return Prisma.raw(columns.join(", "));
}

/**
 * Rows of one shape for a raw INSERT: the columns that their fields name, and a record set with their
 * values, in the order of `rows`. The column types are those of the table.
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

/** A LIKE pattern for what begins with the text as it is. */
export function beginning(text: string): string {
  return `${text.replace(/[\\%_]/g, "\\$&")}%`;
}
