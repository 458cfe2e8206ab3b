"use client";

import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./table.module.css";

/** A column of a table; the first one holds the row headers. */
export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** The alignment: numbers to the right, times on one line, buttons at the end. */
  kind?: "amount" | "time" | "actions";
  /** In the card layout, spans the full width. */
  isWide?: boolean;
  className?: string | undefined;
};

/** Styles the row: ended, or an old key below the row that replaces it. */
export type RowMark = { isOver?: boolean; isOld?: boolean };

type Props<Row> = {
  /** The accessible name of the table. */
  label: string;
  columns: readonly (Column<Row> | false | null)[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  markOf?: (row: Row) => RowMark;
  /**
   * Switches from cards to a table at 600 px, for tables with few short columns, instead of 900 px.
   */
  isSmall?: boolean;
  /** Content below the rows, within the frame: paging or totals. */
  footer?: ReactNode;
};

/** Rows as a table, or one card per row on narrow screens. */
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
      // Buttons need no label in the card layout.
      data-label={kind === "actions" ? undefined : label}
      data-time={kind === "time" || undefined}
      data-wide={isWide || undefined}
      className={[own, className].filter(Boolean).join(" ") || undefined}
    >
      {cell(props.row)}
    </td>
  );
}
