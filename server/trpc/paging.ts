import { z } from "zod";
import { PageQuery } from "../core/kernel/paging";

/** Input fields of a paged list, as TanStack Query sends them. */
export const FORWARD = {
  /**
   * Null for the first page: pages prefetched on the server reach the browser as JSON, which has no
   * undefined.
   */
  cursor: PageQuery.cursor.nullable(),
  direction: z.literal("forward").optional(),
};

type Asked = { direction?: "forward" | undefined; cursor?: string | null | undefined };

/** The query in core's form. */
export function onward<Query extends Asked>({ direction: _, cursor, ...query }: Query) {
  return { ...query, ...(cursor != null && { cursor }) };
}

/** The input of a list without filters. */
export const PAGE = z.strictObject({ ...PageQuery, ...FORWARD }).transform(onward);
