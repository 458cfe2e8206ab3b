import type { Page } from "../core/kernel/paging";

/** All rows of a list, from all its pages: the command line never shows single pages. */
export async function wholeList<Row>(
  read: (page: { cursor?: string; limit: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let page = await read({ limit: 100 });
  for (;;) {
    rows.push(...page.data);
    if (page.nextCursor === null) return rows;
    page = await read({ limit: 100, cursor: page.nextCursor });
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
