import {
  type ErrorCode,
  type FailureBody,
  failureBody,
  isDomainError,
} from "../core/kernel/errors";
import { snakeCase } from "../core/kernel/wire";
import { authorize } from "./authorize";
import type { Endpoint } from "./endpoint";
import { readBody, readQuery } from "./input";
import { parseJsonObject } from "./json";

/**
 * An endpoint's failure with a code, for the documentation. Input errors are produced by giving the
 * endpoint such an input; the rest comes from the endpoint's declaration or the catalog.
 */
export function exampleFailure(endpoint: Endpoint, code: ErrorCode): FailureBody {
  const provoke = PROVOKED[code];
  if (provoke) return failureIn(() => provoke(endpoint));
  return { ...commonFailure(code), ...endpoint.failures[code] };
}

/** The failure with a code at any endpoint that does not declare its own. */
export function commonFailure(code: ErrorCode): FailureBody {
  const details = code === "rate_limited" ? { retry_after_seconds: 1 } : {};
  return { ...failureBody(code), details };
}

const PROVOKED: { [Code in ErrorCode]?: (endpoint: Endpoint) => unknown } = {
  insufficient_scope: (endpoint) => authorize(endpoint, NEW_KEY),
  invalid_request: (endpoint) =>
    endpoint.body ? parseJsonObject("{") : readQuery(endpoint, misspelt(endpoint)),
  validation_failed: (endpoint) =>
    endpoint.body ? readBody(endpoint, {}) : failFirst(endpoint, misfitsOf(endpoint)),
};
const NEW_KEY = { scopes: [], partner: { status: "active" }, isTerminated: false } as const;

function misspelt(endpoint: Endpoint): string {
  const [first = "verbose"] = parametersOf(endpoint);
  return `?${first.slice(0, -1)}=x`;
}

const misfitsOf = (endpoint: Endpoint) => parametersOf(endpoint).map((name) => `?${name}=%3F`);

function failFirst(endpoint: Endpoint, queries: readonly string[]): void {
  for (const query of queries) readQuery(endpoint, query);
}

function parametersOf({ query }: Endpoint): string[] {
  return Object.keys(query?.shape ?? {}).map(snakeCase);
}

function failureIn(run: () => unknown): FailureBody {
  try {
    run();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { error: error.message, code: error.code, details: error.details };
  }
  throw new Error("the example did not fail");
}
