import { createLoader, type inferParserType, parseAsString } from "nuqs/server";

/** The filters of the list, as stored in the URL. */
export const FILTER = { search: parseAsString.withDefault("") };

export const loadFilter = createLoader(FILTER);

const MAX_SEARCH = 80;

/** The input of the query. */
export function productsQuery({ search }: inferParserType<typeof FILTER>) {
  const text = search.trim().slice(0, MAX_SEARCH);
  return text === "" ? {} : { search: text };
}
