import { z } from "zod";
import { ERRORS, type ErrorCode } from "../errors";
import { PageQuery } from "../paging";
import { Id, line } from "../text";
import { Instant } from "../time";

/** The methods that the API answers. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

const ErrorName = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);

/** Which requests of the log: of all that is given, every one must fit. */
export const RequestFilter = z.strictObject({
  keyId: Id.optional(),
  /** A status such as `404`, a class such as `4xx`, or `failed`: what usage counts as failed. */
  status: z
    .string()
    .regex(/^([1-5](xx|\d\d)|failed)$/, "must be a status such as 404 or 4xx, or failed")
    .optional(),
  errorCode: ErrorName.optional(),
  /** The path's template, below the base: `/accounts/{id}`. */
  route: line(200).optional(),
  /** How the path as it was called begins, below the base. */
  path: line(200).optional(),
  /** How the client's address begins. */
  address: line(45).optional(),
  method: z.enum(METHODS).optional(),
  /** From this instant up to, and without, the other. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** Ours, as in an answer's X-Request-Id, or the one that the client sent. */
  requestId: line(128).optional(),
});
export type RequestFilter = z.infer<typeof RequestFilter>;

export const RequestSearch = RequestFilter.extend(PageQuery);
export type RequestSearch = z.infer<typeof RequestSearch>;

/** One answered request, as partner and operator both see it. */
export type LoggedRequest = {
  id: string;
  /** When it arrived. */
  at: Date;
  partnerId: string;
  key: { id: string; label: string };
  method: string;
  /** The path's template, below the base. */
  route: string;
  /** The path as it was called, below the base; the template in rows of former versions. */
  path: string;
  /** The names of the query's parameters, never their values. */
  query: string[];
  status: number;
  errorCode: string | null;
  durationMs: number;
  address: string | null;
  /** The client's own X-Request-Id. */
  clientRequestId: string | null;
};
