import type { InfiniteData } from "@tanstack/react-query";

type PageOf<Row> = { data: Row[]; nextCursor: string | null };

/** How a list says where it goes on. */
export const NEXT_PAGE = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
};

/** The rows of all pages that have been read. */
export function rowsOf<Row>(pages: InfiniteData<PageOf<Row>, unknown> | undefined): Row[] {
  return pages?.pages.flatMap(({ data }) => data) ?? [];
}
