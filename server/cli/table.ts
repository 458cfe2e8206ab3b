import { moneyText } from "../core/values/currencies";

/** A column: its title, and the cell of a row. Numbers are right-aligned. */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => string | number;
  isRightAligned?: boolean;
};

/** A column of amounts in the currency of their row, as people read them; a dash for null. */
export function moneyColumn<Row extends { currency: string }>(
  title: string,
  amountOf: (row: Row) => number | null,
): Column<Row> {
  const cell = (row: Row) => {
    const amount = amountOf(row);
    return amount === null ? "-" : moneyText(amount, row.currency);
  };
  return { title, cell, isRightAligned: true };
}

/** Aligned columns with titles, without a trailing newline. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((line) => String(line[index]).length)),
  );
  const lineOf = (line: readonly (string | number)[]) =>
    line
      .map((value, index) => {
        const width = widths[index] ?? 0;
        const isRight = typeof value === "number" || columns[index]?.isRightAligned;
        return isRight ? String(value).padStart(width) : value.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [lineOf(columns.map(({ title }) => title)), ...cells.map(lineOf)].join("\n");
}

/** Renders rows as a table, or says that there are none. */
export function tableOr<Row>(
  none: string,
  columns: readonly Column<Row>[],
): (rows: readonly Row[]) => string {
  return (rows) => (rows.length === 0 ? none : table(rows, columns));
}

/** Names and values, one pair per line, with aligned values. */
export function listing(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

/** A time in UTC, to the minute; a dash for null. */
export function minute(time: Date | null): string {
  return time === null ? "-" : `${time.toISOString().slice(0, 16).replace("T", " ")}Z`;
}
