import type { ReactNode } from "react";
import type { Access } from "@/server/core/registry";

/** A column of a table; the first one holds the row headers. */
export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * Numbers are aligned to the right. A text shares the width that other columns leave, and takes
   * up to two lines. A first column of sentences has more than half of the width, and wraps.
   */
  kind?: "amount" | "text" | "sentence" | "actions";
  /**
   * On narrow screens, where a row is two lines: at the end of the first line, with its label, or
   * left out. Others are in the second line, amounts with their labels, or below both.
   */
  narrow?: "end" | "labeled" | "hidden" | "below";
  /** The list's sort by this column, as it is at first: "name", or "-created" for descending. */
  sort?: string;
  /** Shown only when chosen in the menu of columns. */
  isOptional?: boolean;
};

export type Columns<Row> = readonly (Column<Row> | false | null)[];

/** Styles the row: ended, or an old key below the row that replaces it. */
type RowMark = { isOver?: boolean; isOld?: boolean };

/** The sort of a list, as in its URL: "name", or "-created" for descending. */
export type Sort = { value: string; onChange: (sort: string) => void };

/** An action on the selected rows; `label` is for this many. */
type SelectionAction<Row> = {
  label: (count: number) => string;
  onAction: (rows: readonly Row[]) => void;
  isDanger?: boolean;
};

/** Checkboxes on the rows, and actions on those that are selected; the first one is the main one. */
type Selection<Row> = {
  isOffered: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  actions: readonly SelectionAction<Row>[];
  /** Whether a row is selected until the user takes it out. By default none is. */
  isSelectedAtFirst?: (row: Row) => boolean;
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

/** An action on a row. Omitted if `access` is hidden, disabled while the partner is suspended. */
export type RowAction = {
  label: string;
  onClick: () => void;
  isDanger?: boolean;
  access?: Access;
};
