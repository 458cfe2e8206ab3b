import { createLoader, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { parseAsChoice, parseAsSearch } from "@/app/_ui/table/parsers";

export const STATUS_CHOICES = [
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
  { value: "terminated", label: "Terminated" },
] as const;

const SORTS = ["name", "created", "customers", "revenue", "used"] as const;

/** The filters and the order of the list, as stored in the URL. */
export const FILTER = {
  search: parseAsSearch,
  status: parseAsChoice(STATUS_CHOICES),
  sort: parseAsStringLiteral(SORTS.flatMap((by) => [by, `-${by}`] as const)).withDefault(
    "-created",
  ),
};

export const loadFilter = createLoader(FILTER);

const MAX_SEARCH = 80;

/** The input of the query. */
export function partnersQuery({ search, status, sort }: inferParserType<typeof FILTER>) {
  const text = search.trim().slice(0, MAX_SEARCH);
  return { ...(text !== "" && { search: text }), ...(status && { status }), sort };
}
