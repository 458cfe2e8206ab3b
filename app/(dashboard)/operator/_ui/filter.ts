import {
  createLoader,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const STATUS_CHOICES = [
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
] as const;

/** The filters of the list, as stored in the URL. */
export const FILTER = {
  search: parseAsString.withDefault(""),
  status: parseAsStringLiteral(STATUS_CHOICES.map(({ value }) => value)),
};

export const loadFilter = createLoader(FILTER);

const MAX_SEARCH = 80;

/** The input of the query. */
export function partnersQuery({ search, status }: inferParserType<typeof FILTER>) {
  const text = search.trim().slice(0, MAX_SEARCH);
  return { ...(text !== "" && { search: text }), ...(status && { status }) };
}
