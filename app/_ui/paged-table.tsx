"use client";

import type { InfiniteData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failureOf } from "@/app/_trpc/failure";
import { type Column, DataTable, type RowMark } from "./data-table";
import { ErrorState } from "./error-state";
import { LoadMore } from "./load-more";
import { LoadingRows } from "./loading-rows";
import { rowsOf } from "./paging";
import classes from "./table.module.css";

/** A list that is read page by page, as TanStack Query has it. */
export type PagedList<Row> = {
  data: InfiniteData<{ data: Row[]; nextCursor: string | null }, unknown> | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** The rows are those of an earlier question, until the new ones are there. */
  isPlaceholderData: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
};

type Props<Row> = {
  /** What the table is a table of. */
  label: string;
  /** The same within a sentence: "the imports". */
  what: string;
  list: PagedList<Row>;
  columns: readonly (Column<Row> | false | null)[];
  keyOf: (row: Row) => string;
  markOf?: (row: Row) => RowMark;
  /** In place of the table while it has no rows. */
  empty: ReactNode;
  total?: number | undefined;
  /** How many rows to expect while they are being read. */
  rowsExpected?: number;
};

/** A paged list in whichever state it is: being read, failed, empty, or a table with more below. */
export function PagedTable<Row>(props: Props<Row>) {
  const { label, what, list, empty, total, rowsExpected = 6, ...table } = props;
  if (!list.data) {
    return list.isError ? (
      <ErrorState
        title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`}
        failure={failureOf(list.error)}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <LoadingRows what={what} rows={rowsExpected} />
    );
  }
  const rows = rowsOf<Row>(list.data);
  if (rows.length === 0) return empty;
  return (
    <div aria-busy={list.isPlaceholderData} className={classes.busy}>
      <DataTable
        label={label}
        rows={rows}
        {...table}
        footer={
          <LoadMore
            shown={rows.length}
            total={total}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        }
      />
    </div>
  );
}
