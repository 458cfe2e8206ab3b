import { createLoader, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { parseAsChoice, parseAsSearch } from "@/app/_ui/table/parsers";

export const CONDITION_CHOICES = [
  { value: "ending", label: "Expiring within 30 days" },
  { value: "limited", label: "Rate limited in the last 24 hours" },
  { value: "replaced", label: "Replaced, unused for 24 hours" },
  { value: "silent", label: "Unused for 30 days" },
  { value: "leaked", label: "Leaked" },
  { value: "broad", label: "Has unused scopes" },
] as const;

const SORTS = ["created", "name", "used", "expires"] as const;

/** The filters and the order of the list, as stored in the URL. */
export const FILTER = {
  search: parseAsSearch,
  show: parseAsStringLiteral(["active", "all"]).withDefault("active"),
  which: parseAsChoice(CONDITION_CHOICES),
  sort: parseAsStringLiteral(SORTS.flatMap((by) => [by, `-${by}`] as const)).withDefault(
    "-created",
  ),
};

export type Filter = inferParserType<typeof FILTER>;
export type Show = Filter["show"];

export const loadFilter = createLoader(FILTER);

const MAX_SEARCH = 200;

/** The input of the queries: `counted` is the part that the counts take. */
export function keysQuery({ search, show, which, sort }: Filter) {
  const text = search.trim().slice(0, MAX_SEARCH);
  const counted = { ...(text !== "" && { search: text }), ...(which && { which }) };
  return { counted, listed: { ...counted, state: show, sort } };
}
