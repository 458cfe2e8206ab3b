import type { Page } from "./paging";

/** All rows of a list, read page by page. */
export async function wholeList<Row>(
  read: (page: { cursor?: string; limit: number }) => Promise<Page<Row>>,
  limit = 100,
): Promise<Row[]> {
  const rows: Row[] = [];
  let page = await read({ limit });
  for (;;) {
    rows.push(...page.data);
    if (page.nextCursor === null) return rows;
    page = await read({ limit, cursor: page.nextCursor });
  }
}

/** The first rows of a list, at most `count`, and whether it has more. */
export async function latestRows<Row>(
  read: (page: { cursor?: string; limit: number }) => Promise<Page<Row>>,
  count: number,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = Math.min(100, count - rows.length);
    const page = await read(cursor === undefined ? { limit } : { limit, cursor });
    rows.push(...page.data);
    if (page.nextCursor === null) return { rows, hasMore: false };
    if (rows.length === count) return { rows, hasMore: true };
    cursor = page.nextCursor;
  }
}
