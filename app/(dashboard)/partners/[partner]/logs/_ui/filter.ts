import { createLoader, createSerializer, type inferParserType } from "nuqs/server";
import {
  parseAsId,
  parseAsPattern,
  parseAsSearch,
  parseAsSelected,
  parseAsValid,
} from "@/app/_ui/table/parsers";
import { spanOf, TIME_RANGE } from "@/app/_ui/table/time-range";
import { REQUEST_APIS, type RequestApi } from "@/server/core/requests/types";
import { searchable } from "@/server/core/values/invisible";

/** The filters of the log, as stored in the URL; `request` is the selected one. */
export const FILTER = {
  id: parseAsSearch,
  key: parseAsId,
  status: parseAsPattern(/^([1-5](xx|\d\d)|failed)$/),
  code: parseAsPattern(/^[a-z_]{1,60}$/),
  /** An endpoint, or an API with all its endpoints. */
  route: parseAsValid(
    (route) => isApi(route) || /^(GET|POST|PUT|PATCH|DELETE) \/[!-~]{0,199}$/.test(route),
  ),
  ...TIME_RANGE,
  request: parseAsSelected,
};
export type Filter = inferParserType<typeof FILTER>;

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

/** The input of the query; ranges count back from `openedMs`. */
export function logsQuery(filter: Filter, openedMs: number) {
  const { key, status, code } = filter;
  const [method, route] = filter.route?.split(" ") ?? [];
  const api = isApi(filter.route) ? filter.route : null;
  return {
    ...searched(filter.id),
    ...(key && { keyId: key }),
    ...(status && { status }),
    ...(code && { errorCode: code }),
    ...(api !== null && { api }),
    // The company's own API may have an endpoint of the same name.
    ...(isMethod(method) && route && { api: "partner" as const, method, route }),
    ...spanOf(filter, openedMs),
  };
}

const BASE = /^(?:https?:\/\/[^/]*)?(?:\/api\/v1\/reseller(?=[/?#]|$))?/i;
/** The beginning of an IPv4 or IPv6 address. */
const ADDRESS = /^(?:\d{1,3}\.[\d.]{0,11}|[\da-f]{0,4}:[\da-f:.]*)$/i;

/** Searches for a path (with or without the base URL), an address or an ID. */
function searched(search: string): { path?: string; address?: string; requestId?: string } {
  const text = searchable(search).trim().slice(0, 128);
  if (text === "") return {};
  if (/^(?:https?:\/)?\//i.test(text)) {
    const [path = ""] = text.replace(BASE, "").split(/[?#]/, 1);
    return { path: path || "/" };
  }
  return ADDRESS.test(text) ? { address: text } : { requestId: text };
}

function isApi(route: string | null): route is RequestApi {
  return REQUEST_APIS.some((api) => api === route);
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
