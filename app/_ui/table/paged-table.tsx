import { Button } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { failureOf } from "@/app/_trpc/failure";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Count } from "@/app/_ui/format/money";
import { DataTable } from "./data-table";
import foot from "./load-more.module.css";
import { type PageOf, rowsOf } from "./paging";
import classes from "./table.module.css";
import type { TableProps } from "./table-types";

type Props<Row> = Omit<TableProps<Row>, "rows" | "footer"> & {
  /** The name within a sentence, if it is not "the" plus the label. */
  what?: string;
  list: UseInfiniteQueryResult<InfiniteData<PageOf<Row>, unknown>, unknown>;
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode;
  total?: number | undefined;
  /** The number of placeholder rows while loading. */
  rowsExpected?: number;
};

/** A paged list in one of its states: loading, failed, empty, or a table with a button for more. */
export function PagedTable<Row>(props: Props<Row>) {
  const { label, what = `the ${label.toLowerCase()}`, list, empty, total, ...rest } = props;
  const { rowsExpected, ...table } = rest;
  if (!list.data) return <QueryStatus of={list} what={what} rows={rowsExpected} />;
  const rows = rowsOf<Row>(list.data);
  if (rows.length === 0) return empty;
  return (
    <div aria-busy={list.isPlaceholderData} className={classes.busy}>
      <DataTable
        label={label}
        rows={rows}
        {...table}
        footer={<LoadMore of={list} shown={rows.length} total={total} />}
      />
    </div>
  );
}

type LoadMoreProps = {
  of: Pick<
    UseInfiniteQueryResult<unknown, unknown>,
    | "hasNextPage"
    | "isFetchingNextPage"
    | "isFetchNextPageError"
    | "isError"
    | "error"
    | "fetchNextPage"
  >;
  /** The number of rows loaded so far. */
  shown: number;
  /** The total number of rows, if known. */
  total?: number | undefined;
};

/** The footer of a paged list. */
export function LoadMore({ of: list, shown, total }: LoadMoreProps) {
  const isLoading = list.isFetchingNextPage;
  const [failure, setFailure] = useState<unknown>(null);
  // A refresh that fails afterwards is the list's latest error, and says nothing about more rows.
  const latest = list.isFetchNextPageError ? list.error : list.isError ? failure : null;
  if (latest !== failure) setFailure(latest);
  const count = useRef<HTMLSpanElement>(null);
  // The last rows take the button's place, and the focus would be lost with it.
  const passFocus = useCallback(
    (button: HTMLButtonElement) => () => {
      if (button === document.activeElement) count.current?.focus();
    },
    [],
  );
  return (
    <div className={foot.foot}>
      <span ref={count} tabIndex={-1} className={foot.count} aria-live="polite">
        Showing <Count value={shown} />
        {total !== undefined && total > shown && (
          <>
            {" of "}
            <Count value={total} />
          </>
        )}
      </span>
      {failure !== null && !isLoading && (
        <span role="alert" className={foot.failure}>
          {failureOf(failure).message}
        </span>
      )}
      {list.hasNextPage && (
        // Not disabled while it loads: it would lose the focus.
        <Button
          ref={passFocus}
          className={foot.more}
          variant="default"
          size="xs"
          aria-disabled={isLoading}
          onClick={() => isLoading || void list.fetchNextPage()}
        >
          {isLoading ? "Loading…" : "Load more"}
        </Button>
      )}
    </div>
  );
}
