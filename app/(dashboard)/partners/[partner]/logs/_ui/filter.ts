import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { absoluteMomentOf, HOUR_MS, MINUTE_MS } from "@/app/_ui/format/time";
import { isErrorCode } from "./answer";

const RANGES = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;
/** A time of one's own, from a moment up to another. */
export const FREE_RANGE = "custom";
export const RANGE_CHOICES = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: FREE_RANGE, label: "From … to …" },
] as const;

/** The filters of the log, as they stand in the address; `request` is the one that is looked at. */
export const FILTER = {
  id: parseAsString.withDefault(""),
  key: parseAsIf((id) => /^\w{1,40}$/.test(id)),
  status: parseAsIf((status) => /^([1-5](xx|\d\d)|failed)$/.test(status)),
  code: parseAsIf(isErrorCode),
  route: parseAsIf((route) => /^(GET|POST|PUT) \/[!-~]{0,199}$/.test(route)),
  range: parseAsStringLiteral(RANGE_CHOICES.map(({ value }) => value)),
  from: momentParser(),
  to: momentParser(),
  // What is longer is none either.
  request: createParser({ parse: (id) => id.slice(0, 40), serialize: String }),
};
export type Filter = inferParserType<typeof FILTER>;

/** Nothing looked for. */
export const NO_FILTER = {
  ...{ id: null, key: null, status: null, code: null, route: null },
  ...{ range: null, from: null, to: null },
};

export const loadFilter = createLoader(FILTER);

const queryOf = createSerializer(FILTER);

/**
 * The address of the log with filters set. A figure links to the log with the moment that it counts
 * from: "the last 24 hours" of a figure begin with a whole hour, those of the log do not.
 */
export function logHref(filter: { status?: string; key?: string; from?: string }): string {
  const { from, ...rest } = filter;
  return `/logs${queryOf({ ...rest, ...(from !== undefined && { from: new Date(from) }) })}`;
}

// What is mistyped in an address is as good as not there: the filters show what the list obeys.
function parseAsIf<Value extends string>(
  isOne: ((text: string) => text is Value) | ((text: string) => boolean),
) {
  return createParser({
    parse: (text: string) => (isOne(text) ? (text as Value) : null),
    serialize: (value: Value) => value,
  });
}

function momentParser() {
  return createParser({
    parse: absoluteMomentOf,
    serialize: (moment: Date) => moment.toISOString().replace(".000Z", "Z"),
    eq: (one, other) => one.getTime() === other.getTime(),
  });
}

/**
 * What core is asked for. A range counts back from when the page was opened, so that it stays the same
 * question while one reads; what comes later is in it all the same.
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

/** A text is looked for as a path, with or without what stands before it, as an address, or as an id. */
function searched(search: string): { path?: string; address?: string; requestId?: string } {
  const text = search
    .replace(/[\p{Cc}\p{Cs}]/gu, "")
    .trim()
    .slice(0, 128);
  if (text === "") return {};
  if (/^(?:https?:\/)?\//i.test(text)) {
    const [path = ""] = text.replace(BASE, "").split(/[?#]/, 1);
    return { path: path || "/" };
  }
  return ADDRESS.test(text) ? { address: text } : { requestId: text };
}

/** What the list is narrowed down to in time; a range that counts back ends never. */
export function spanOf(
  { range, from, to }: Pick<Filter, "range" | "from" | "to">,
  openedMs: number,
): { from?: string; to?: string } {
  if (range && range !== FREE_RANGE) {
    const startMs = openedMs - RANGES[range] * HOUR_MS;
    return { from: new Date(Math.floor(startMs / MINUTE_MS) * MINUTE_MS).toISOString() };
  }
  return { ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) };
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
  { value: "failed", label: "4xx and 5xx, except 429" },
  ...[200, 201, 304, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503].map((status) => ({
    value: `${status}`,
    label: `${status}`,
  })),
];
