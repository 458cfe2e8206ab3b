import type { ErrorCode, ErrorDetails } from "../core/kernel/errors";
import type { KeyRecord } from "../core/keys/record";

/** A request with a partner's key to the company's own API, as the company describes it. */
export type Attempt = {
  /** The value of its Authorization header; null without one. */
  authorization: string | null;
  /** The scopes that the key must have. */
  scopes: readonly string[];
  /** The tokens that it takes of the key's limit. */
  cost: number;
  method: string;
  /** The path's template, for the request log. */
  route: string;
  /** The path with its query, if known. */
  path: string | null;
  address: string | null;
  /** The address of who asks: it limits lookups of unknown keys where the caller's is not known. */
  asker: string | null;
  /** The caller's headers, by their lower-case names. */
  headers: Readonly<Record<string, string | null>>;
};

type Refusal = {
  status: number;
  /** The body of the response, as JSON. */
  text: string;
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
};

/** With the headers for the response, and the refusal to pass on, if it is one. */
export type Attempted = { id: string; headers: Readonly<Record<string, string>> } & (
  | { key: KeyRecord; refusal: null }
  | { key: null; refusal: Refusal }
);

/**
 * Decides a request to the company's own API as if it were one to the partners' API: the key's
 * record and epoch, the limiter, scopes and suspension. Counts it and records it for its key.
 * Rejects only with `validation_failed`, for a cost above the key's burst.
 */
export type Attempts = { decide(attempt: Attempt): Promise<Attempted> };
