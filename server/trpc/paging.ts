import { z } from "zod";
import { PageQuery } from "../core/paging";

/** For the input of a list that is read page by page, as TanStack Query asks for its pages. */
export const FORWARD = {
  /** Null for the first page: what the server has read reaches the browser as JSON. */
  cursor: PageQuery.cursor.nullable(),
  direction: z.literal("forward").optional(),
};

type Asked = { direction?: "forward" | undefined; cursor?: string | null | undefined };

/** The query as core takes it. */
export function onward<Query extends Asked>({ direction: _, cursor, ...query }: Query) {
  return { ...query, ...(cursor != null && { cursor }) };
}

/** The input of a list without filters. */
export const PAGE = z.strictObject({ ...PageQuery, ...FORWARD }).transform(onward);
