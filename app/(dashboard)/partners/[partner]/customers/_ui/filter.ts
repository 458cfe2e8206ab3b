import { createLoader, type inferParserType } from "nuqs/server";
import { daysBefore } from "@/app/_ui/format/time";
import { parseAsChoice, parseAsSearch } from "@/app/_ui/table/parsers";

/** Ranges of the creation date, in days. */
export const CREATED_CHOICES = [
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "365d", label: "Last 365 days" },
] as const;

export const STATUS_CHOICES = [
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
  { value: "closed", label: "Closed" },
  { value: "anonymized", label: "Anonymized" },
] as const;

/** The filters of the list, as stored in the URL. */
export const FILTER = {
  search: parseAsSearch,
  status: parseAsChoice(STATUS_CHOICES),
  created: parseAsChoice(CREATED_CHOICES),
};

export const loadFilter = createLoader(FILTER);

const MAX_SEARCH = 200;

type Filter = inferParserType<typeof FILTER>;

/** The input of the query. */
export function customersQuery({ search, status, created }: Filter, nowMs: number) {
  const text = search.trim().slice(0, MAX_SEARCH);
  return {
    ...(text !== "" && { search: text }),
    ...(status && { status }),
    ...(created && { createdAfter: daysBefore(nowMs, Number.parseInt(created, 10)) }),
  };
}
