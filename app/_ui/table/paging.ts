import { type InfiniteData, keepPreviousData } from "@tanstack/react-query";

export type PageOf<Row> = { data: Row[]; nextCursor: string | null };

/** Query options for paging. */
export const NEXT_PAGE = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

/** The same for a list with filters: the old rows stay until the new ones are loaded. */
export const FILTERED_PAGES = { ...NEXT_PAGE, placeholderData: keepPreviousData };

/** The rows of all loaded pages. */
export function rowsOf<Row>(pages: InfiniteData<PageOf<Row>, unknown> | undefined): Row[] {
  return pages?.pages.flatMap(({ data }) => data) ?? [];
}
