import { type InfiniteData, keepPreviousData } from "@tanstack/react-query";

/** A page of a list. */
export type PageOf<Row> = { data: Row[]; nextCursor: string | null };

/** How a list says where it goes on. */
export const NEXT_PAGE = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

/** The same of a list with filters: rows of the one before stay until those of the new are there. */
export const FILTERED_PAGES = { ...NEXT_PAGE, placeholderData: keepPreviousData };

/** The rows of all pages that have been read. */
export function rowsOf<Row>(pages: InfiniteData<PageOf<Row>, unknown> | undefined): Row[] {
  return pages?.pages.flatMap(({ data }) => data) ?? [];
}
