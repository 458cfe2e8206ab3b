import type { Page } from "../core/paging";

/** Every row of a list, page after page: a list on the command line is the whole one. */
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
