import {
  createLoader,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

/** How far back "created" may reach, in days. */
const CREATED = { "7d": 7, "30d": 30, "90d": 90, "365d": 365 } as const;
export const CREATED_CHOICES = [
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "365d", label: "Last 365 days" },
] as const;
export const STATUS_CHOICES = [
  { value: "active", label: "Active" },
  { value: "closed", label: "Closed" },
] as const;

/** The filters of the list, as they stand in the address. */
export const FILTER = {
  search: parseAsString.withDefault(""),
  status: parseAsStringLiteral(STATUS_CHOICES.map(({ value }) => value)),
  created: parseAsStringLiteral(CREATED_CHOICES.map(({ value }) => value)),
};
export type Filter = inferParserType<typeof FILTER>;

export const loadFilter = createLoader(FILTER);

const MAX_SEARCH = 200;
const DAY_MS = 86_400_000;

/** What core is asked for. Days begin at midnight UTC, so that it stays the same question all day. */
export function customersQuery({ search, status, created }: Filter, nowMs: number) {
  const text = search.trim().slice(0, MAX_SEARCH);
  return {
    ...(text !== "" && { search: text }),
    ...(status && { status }),
    ...(created && { createdAfter: daysBefore(nowMs, CREATED[created]) }),
  };
}

function daysBefore(nowMs: number, days: number): string {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return new Date(midnight - days * DAY_MS).toISOString();
}
