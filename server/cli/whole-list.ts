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
