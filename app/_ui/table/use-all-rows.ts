import type { InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";
import { type PageOf, rowsOf } from "./paging";

type PagedQuery<Row> = {
  data: InfiniteData<PageOf<Row>, unknown> | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};

/** The rows of all pages, which are loaded one after the other: for a short list to choose from. */
export function useAllRows<Row>(list: PagedQuery<Row>): Row[] {
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return rowsOf(list.data);
}
