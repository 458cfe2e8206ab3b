import { z } from "zod";

/** For the input of a list that is read page by page: TanStack Query also says in which direction. */
export const FORWARD = { direction: z.literal("forward").optional() };

/** The query without the direction, which is the only one that there is. */
export function onward<Query extends { direction?: "forward" | undefined }>({
  direction: _,
  ...query
}: Query): Omit<Query, "direction"> {
  return query;
}
