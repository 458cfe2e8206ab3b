import { z } from "zod";
import { PageQuery } from "../kernel/paging";
import type { RecentCalls } from "../usage/peaks";
import { Id, line } from "../values/text";
import { Instant } from "../values/time";
import { REQUEST_APIS, type RequestApi } from "./types";

/** The methods of the API. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Filters of the request log; a request must match all of them. */
export const RequestFilter = z.strictObject({
  keyId: Id.optional(),
  /** A status such as `404`, a class such as `4xx`, or `failed`: the failures that usage counts. */
  status: z
    .string()
    .regex(/^([1-5](xx|\d\d)|failed)$/, "Must be a status, for example 404 or 4xx, or failed.")
    .optional(),
  /** Also one that another release has. */
  errorCode: z
    .string()
    .regex(/^[a-z_]{1,60}$/, "Must be an error code.")
    .optional(),
  api: z.enum(REQUEST_APIS).optional(),
  /** The path template, relative to the base: `/accounts/{id}`. */
  route: line(200).optional(),
  /** The beginning of the requested path, relative to the base. */
  path: line(200).optional(),
  /** The beginning of the client's address. */
  address: line(45).optional(),
  method: z.enum(METHODS).optional(),
  /** A time range: includes `from`, excludes `to`. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** Our id, from X-Request-Id of the response, or the one that the client sent. */
  requestId: line(128).optional(),
});
export type RequestFilter = z.infer<typeof RequestFilter>;

export const RequestSearch = RequestFilter.extend(PageQuery);
export type RequestSearch = z.infer<typeof RequestSearch>;

/** A logged request, as partners and operators see it. */
export type LoggedRequest = {
  id: string;
  /** Time of arrival. */
  at: Date;
  partnerId: string;
  key: { id: string; label: string };
  api: RequestApi;
  method: string;
  /** The path template, relative to the base; of the company's own API, as it is named there. */
  route: string;
  /** The requested path, relative to the base; the template in rows of earlier versions. */
  path: string;
  /** Names of the query parameters, never their values. */
  query: string[];
  status: number;
  errorCode: string | null;
  /** The message, if it said more than the code: with names of fields and never their values. */
  errorMessage: string | null;
  durationMs: number;
  address: string | null;
  /** The X-Request-Id that the client sent. */
  clientRequestId: string | null;
  /** The limit that a rate-limited request exceeded, in requests per minute; otherwise null. */
  perMinute: number | null;
};

/**
 * Which limit a rate-limited request exceeded, by the calls counted for its key. `minute`: more
 * than the limit in 60 seconds. `burst`: fewer, but too many at once.
 */
export type Exceeded = RecentCalls & { limit: "minute" | "burst" };

/** A request with what was counted around it. */
export type RequestDetails = LoggedRequest & {
  /** Null unless the request was rate limited, or if an earlier release logged or counted it. */
  exceeded: Exceeded | null;
};
