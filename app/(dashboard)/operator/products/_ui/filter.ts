import { createLoader, type inferParserType } from "nuqs/server";
import { parseAsChoice, parseAsSearch } from "@/app/_ui/table/parsers";

export const STATUS_CHOICES = [
  { value: "active", label: "Active" },
  { value: "archived", label: "Archived" },
] as const;

/** The filters of the list, as stored in the URL. */
export const FILTER = {
  search: parseAsSearch,
  status: parseAsChoice(STATUS_CHOICES),
};

export const loadFilter = createLoader(FILTER);

const MAX_SEARCH = 80;

/** The input of the query. */
export function productsQuery({ search, status }: inferParserType<typeof FILTER>) {
  const text = search.trim().slice(0, MAX_SEARCH);
  return { ...(text !== "" && { search: text }), ...(status && { status }) };
}
