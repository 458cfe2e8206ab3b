"use client";

import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./table.module.css";

/** A column of a table; the first one is the head of its rows. */
export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** How its cells stand: numbers to the right, times in one line, buttons at the end. */
  kind?: "amount" | "time" | "actions";
  /** Where rows are cards: over the whole width. */
  isWide?: boolean;
  className?: string | undefined;
};

/** What sets a row apart: over, or an old one that belongs to the row above. */
export type RowMark = { isOver?: boolean; isOld?: boolean };

type Props<Row> = {
  /** What the table is a table of. */
  label: string;
  columns: readonly (Column<Row> | false | null)[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  markOf?: (row: Row) => RowMark;
  /** A table from 600 px on, as its columns are few and short; others are one from 900 px on. */
  isSmall?: boolean;
  /** Below the rows, within the frame: the way to more of them, or sums. */
  footer?: ReactNode;
};

/** Rows as a table, or where it is narrow as one card each. */
export function DataTable<Row>({ label, rows, keyOf, markOf, isSmall, ...props }: Props<Row>) {
  const columns = props.columns.filter((column) => column !== false && column !== null);
  return (
    <div className={classes.frame}>
      <div className={classes.room} data-small={isSmall || undefined}>
        <table className={classes.table} aria-label={label}>
          <thead className={classes.head}>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.label}
                  scope="col"
                  className={column.kind === "amount" ? classes.amount : undefined}
                >
                  {column.kind === "actions" ? (
                    <VisuallyHidden>{column.label}</VisuallyHidden>
                  ) : (
                    column.label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes.body}>
            {rows.map((row) => {
              const mark = markOf?.(row);
              return (
                <tr
                  key={keyOf(row)}
                  className={classes.row}
                  data-over={mark?.isOver || undefined}
                  data-old={mark?.isOld || undefined}
                >
                  {columns.map((column, index) => (
                    <Cell key={column.label} column={column} row={row} isHead={index === 0} />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {props.footer}
    </div>
  );
}

function Cell<Row>(props: { column: Column<Row>; row: Row; isHead: boolean }) {
  const { label, cell, kind, isWide, className } = props.column;
  if (props.isHead) {
    return (
      <th scope="row" className={className}>
        {cell(props.row)}
      </th>
    );
  }
  const own = kind === "amount" || kind === "actions" ? classes[kind] : undefined;
  return (
    <td
      // Beside a button, its own words are enough.
      data-label={kind === "actions" ? undefined : label}
      data-time={kind === "time" || undefined}
      data-wide={isWide || undefined}
      className={[own, className].filter(Boolean).join(" ") || undefined}
    >
      {cell(props.row)}
    </td>
  );
}
