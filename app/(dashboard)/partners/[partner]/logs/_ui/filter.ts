import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsStringLiteral,
} from "nuqs/server";
import { absoluteMomentOf, HOUR_MS, MINUTE_MS } from "@/app/_ui/format/time";
import { isErrorCode } from "./response";

const RANGES = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;
/** A custom range with a start and an end. */
export const CUSTOM_RANGE = "custom";
export const RANGE_CHOICES = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: CUSTOM_RANGE, label: "Custom range…" },
] as const;

/** The filters of the log, as stored in the URL; `request` is the selected one. */
export const FILTER = {
  id: createParser({ parse: printable, serialize: String }).withDefault(""),
  key: parseAsIf((id) => /^\w{1,40}$/.test(id)),
  status: parseAsIf((status) => /^([1-5](xx|\d\d)|failed)$/.test(status)),
  code: parseAsIf(isErrorCode),
  route: parseAsIf((route) => /^(GET|POST|PUT|PATCH|DELETE) \/[!-~]{0,199}$/.test(route)),
  range: parseAsStringLiteral(RANGE_CHOICES.map(({ value }) => value)),
  from: momentParser(),
  to: momentParser(),
  // Bounded, because no ID is longer.
  request: createParser({ parse: (id) => id.slice(0, 40), serialize: String }),
};
export type Filter = inferParserType<typeof FILTER>;

/** Clears all filters. */
export const NO_FILTER = {
  id: null,
  key: null,
  status: null,
  code: null,
  route: null,
  range: null,
  from: null,
  to: null,
};

export const loadFilter = createLoader(FILTER);

const queryOf = createSerializer(FILTER);

/**
 * The URL of the log with filters. A figure links to the log with its own start time: its "last 24
 * hours" begin at a full hour, those of the log don't.
 */
export function logHref(filter: { status?: string; key?: string; from?: string }): string {
  const { from, ...rest } = filter;
  return `/logs${queryOf({ ...rest, ...(from !== undefined && { from: new Date(from) }) })}`;
}

// Ignores an invalid value in the URL, so that the filters always show what the list applies.
function parseAsIf<Value extends string>(
  isOne: ((text: string) => text is Value) | ((text: string) => boolean),
) {
  return createParser({
    parse: (text: string) => (isOne(text) ? (text as Value) : null),
    serialize: (value: Value) => value,
  });
}

function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, "");
}

function momentParser() {
  return createParser({
    parse: absoluteMomentOf,
    serialize: (moment: Date) => moment.toISOString().replace(".000Z", "Z"),
    eq: (one, other) => one.getTime() === other.getTime(),
  });
}

/**
 * The input of the query. A range counts back from when the page was opened, so that the query key
 * stays the same while one reads; newer requests are still included.
 */
export function logsQuery(filter: Filter, openedMs: number) {
  const { key, status, code } = filter;
  const [method, route] = filter.route?.split(" ") ?? [];
  return {
    ...searched(filter.id),
    ...(key && { keyId: key }),
    ...(status && { status }),
    ...(code && { errorCode: code }),
    ...(isMethod(method) && route && { method, route }),
    ...spanOf(filter, openedMs),
  };
}

const BASE = /^(?:https?:\/\/[^/]*)?(?:\/api\/v1\/reseller(?=[/?#]|$))?/i;
/** The beginning of an IPv4 or IPv6 address. */
const ADDRESS = /^(?:\d{1,3}\.[\d.]{0,11}|[\da-f]{0,4}:[\da-f:.]*)$/i;

/** Searches for a path (with or without the base URL), an address or an ID. */
function searched(search: string): { path?: string; address?: string; requestId?: string } {
  const text = printable(search).trim().slice(0, 128);
  if (text === "") return {};
  if (/^(?:https?:\/)?\//i.test(text)) {
    const [path = ""] = text.replace(BASE, "").split(/[?#]/, 1);
    return { path: path || "/" };
  }
  return ADDRESS.test(text) ? { address: text } : { requestId: text };
}

/** The start and end of the log; a relative range has no end. */
export function spanOf(
  { range, from, to }: Pick<Filter, "range" | "from" | "to">,
  openedMs: number,
): { from?: string; to?: string } {
  if (range && range !== CUSTOM_RANGE) {
    const startMs = openedMs - RANGES[range] * HOUR_MS;
    return { from: new Date(Math.floor(startMs / MINUTE_MS) * MINUTE_MS).toISOString() };
  }
  return { ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) };
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

function isMethod(method: string | undefined): method is Method {
  return METHODS.some((known) => known === method);
}

/** The status filter: classes first, then the statuses that the API returns. */
export const STATUS_CHOICES = [
  { value: "2xx", label: "2xx Success" },
  { value: "3xx", label: "3xx Not modified" },
  { value: "4xx", label: "4xx Client error" },
  { value: "5xx", label: "5xx Server error" },
  { value: "failed", label: "4xx and 5xx except 429" },
  ...[200, 201, 304, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503].map((status) => ({
    value: `${status}`,
    label: `${status}`,
  })),
];
