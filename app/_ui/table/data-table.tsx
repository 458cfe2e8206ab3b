"use client";

import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { ColumnMenu, useChosenColumns } from "./column-menu";
import { useSelection } from "./selection";
import { SortHeader } from "./sort-header";
import classes from "./table.module.css";
import layout from "./table-layout.module.css";

/** A column of a table; the first one holds the row headers. */
export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * Numbers are aligned to the right. A text shares the width that other columns leave, and takes
   * up to two lines.
   */
  kind?: "amount" | "text" | "actions";
  /**
   * On narrow screens, where a row is two lines: at the end of the first line, with its label, or
   * left out. Others are in the second line; amounts with their labels.
   */
  narrow?: "end" | "labeled" | "hidden";
  /** The list's sort by this column, as it is at first: "name", or "-created" for descending. */
  sort?: string;
  /** Shown only when chosen in the menu of columns. */
  isOptional?: boolean;
};

export type Columns<Row> = readonly (Column<Row> | false | null)[];

/** Styles the row: ended, or an old key below the row that replaces it. */
export type RowMark = { isOver?: boolean; isOld?: boolean };

/** The sort of a list, as in its URL: "name", or "-created" for descending. */
export type Sort = { value: string; onChange: (sort: string) => void };

/** Checkboxes on the rows, and an action on those that are selected. */
export type Selection<Row> = {
  isOffered: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  /** The label of the action on this many rows. */
  actionOn: (count: number) => string;
  onAction: (rows: readonly Row[]) => void;
};

export type TableProps<Row> = {
  /** Identifies the table in the browser's storage; with it, users choose the columns. */
  id?: string;
  /** The accessible name of the table. */
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  markOf?: (row: Row) => RowMark;
  sort?: Sort;
  selection?: Selection<Row> | undefined;
  /**
   * Switches to a table at 600 px, for tables with few short columns, instead of 900 px.
   */
  isSmall?: boolean;
  /** Content below the rows, within the frame: paging or totals. */
  footer?: ReactNode;
};

/** Rows as a table; on narrow screens each row is two lines. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { id, label, rows, keyOf, markOf, sort, isSmall, footer } = props;
  const all = props.columns.filter((column) => column !== false && column !== null);
  const { columns, ...menu } = useChosenColumns(id, all);
  const selection = useSelection(props);
  return (
    <>
      <div className={classes.frame}>
        <div className={layout.room} data-small={isSmall || undefined}>
          {id !== undefined && <ColumnMenu {...menu} />}
          <table className={layout.table} aria-label={label}>
            <thead className={layout.head} data-sorts={sort !== undefined || undefined}>
              <tr>
                {selection?.head}
                {columns.map((column) => (
                  <HeadCell key={column.label} column={column} sort={sort} />
                ))}
              </tr>
            </thead>
            <tbody className={layout.body}>
              {rows.map((row) => {
                const mark = markOf?.(row);
                return (
                  <tr
                    key={keyOf(row)}
                    data-over={mark?.isOver || undefined}
                    data-old={mark?.isOld || undefined}
                  >
                    {selection?.cell(row)}
                    {columns.map((column, index) => (
                      <Cell key={column.label} column={column} row={row} isHead={index === 0} />
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {footer}
      </div>
      {selection?.bar}
    </>
  );
}

function HeadCell<Row>(props: { column: Column<Row>; sort: Sort | undefined }) {
  const { column, sort } = props;
  const { label, kind } = column;
  if (sort && column.sort !== undefined) {
    return <SortHeader label={label} kind={kind} first={column.sort} sort={sort} />;
  }
  return (
    <th scope="col" data-kind={kind}>
      {kind === "actions" ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </th>
  );
}

function Cell<Row>(props: { column: Column<Row>; row: Row; isHead: boolean }) {
  const { label, cell, kind, narrow = kind === "amount" ? "labeled" : undefined } = props.column;
  if (props.isHead) return <th scope="row">{cell(props.row)}</th>;
  return (
    <td data-kind={kind} data-narrow={narrow} data-label={label}>
      {cell(props.row)}
    </td>
  );
}
