import {
  createLoader,
  type inferParserType,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RANGES = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;
export const RANGE_CHOICES = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
] as const;

/** The filters of the log, as they stand in the address; `request` is the one that is looked at. */
export const FILTER = {
  id: parseAsString.withDefault(""),
  key: parseAsString,
  status: parseAsString,
  route: parseAsString,
  range: parseAsStringLiteral(RANGE_CHOICES.map(({ value }) => value)),
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  request: parseAsString,
};
export type Filter = inferParserType<typeof FILTER>;

export const loadFilter = createLoader(FILTER);

/**
 * What core is asked for. A range counts back from when the page was opened, so that it stays the same
 * question while one reads; what comes later is in it all the same.
 */
export function logsQuery(filter: Filter, openedMs: number) {
  const id = filter.id.trim().slice(0, 128);
  const [method, route] = filter.route?.split(" ") ?? [];
  return {
    ...(id !== "" && { requestId: id }),
    ...(filter.key && { keyId: filter.key.slice(0, 40) }),
    ...(isStatus(filter.status) && { status: filter.status }),
    ...(isMethod(method) && route && { method, route: route.slice(0, 200) }),
    ...spanOf(filter, openedMs),
  };
}

function spanOf({ range, from, to }: Filter, openedMs: number): { from?: string; to?: string } {
  if (range) {
    const startMs = openedMs - RANGES[range] * HOUR_MS;
    return { from: new Date(Math.floor(startMs / MINUTE_MS) * MINUTE_MS).toISOString() };
  }
  return { ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) };
}

function isStatus(status: string | null): status is string {
  return status !== null && /^[1-5](xx|\d\d)$/.test(status);
}

const METHODS = ["GET", "POST", "PUT"] as const;
type Method = (typeof METHODS)[number];

function isMethod(method: string | undefined): method is Method {
  return METHODS.some((known) => known === method);
}

/** Statuses to choose from: the classes, then those that the API answers with. */
export const STATUS_CHOICES = [
  { value: "2xx", label: "2xx: succeeded" },
  { value: "3xx", label: "3xx: not changed" },
  { value: "4xx", label: "4xx: refused" },
  { value: "5xx", label: "5xx: our failure" },
  ...[200, 201, 304, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503].map((status) => ({
    value: `${status}`,
    label: `${status}`,
  })),
];
