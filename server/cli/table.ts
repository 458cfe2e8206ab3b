/** A column: its title, and a row's cell. Numbers stand on the right. */
export type Column<Row> = { title: string; cell: (row: Row) => string | number };

/** Rows as aligned columns under their titles, without a newline at the end. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((line) => String(line[index]).length)),
  );
  const lineOf = (line: readonly (string | number)[]) =>
    line
      .map((value, index) => {
        const width = widths[index] ?? 0;
        return typeof value === "number" ? String(value).padStart(width) : value.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [lineOf(columns.map(({ title }) => title)), ...cells.map(lineOf)].join("\n");
}

/** Names and values below each other, the values aligned. */
export function listing(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

/** A time for people, to the minute and in UTC; a dash where there is none. */
export function minute(time: Date | null): string {
  return time === null ? "-" : `${time.toISOString().slice(0, 16).replace("T", " ")}Z`;
}
