import { TRPCClientError } from "@trpc/client";
import type { ErrorCode, ErrorDetails, FailureBody } from "@/server/core/kernel/errors";

/** An error for display: `message` is a full sentence that can be shown as is. */
export type Failure = {
  code: ErrorCode | "unreachable";
  message: string;
  details: ErrorDetails;
  /** Whether a retry may succeed. */
  mayPass: boolean;
};

const PASSING: ReadonlySet<string> = new Set(["unreachable", "unavailable", "internal_error"]);

/** Reads a procedure's error. An error without a response means that the server was unreachable. */
export function failureOf(error: unknown): Failure {
  const data = error instanceof Error && "data" in error ? error.data : null;
  if (error instanceof Error && hasFailure(data)) {
    const { code, details } = data.failure;
    return { code, details, message: sentence(error.message), mayPass: PASSING.has(code) };
  }
  const refused = refusalIn(error);
  if (refused) {
    const { code, details } = refused;
    return { code, details, message: sentence(refused.error), mayPass: PASSING.has(code) };
  }
  const message = "Can't reach the server. Check your connection and try again.";
  return { code: "unreachable", message, details: {}, mayPass: true };
}

/**
 * Reads an action's error. Without a response nobody knows whether the server acted: doing it again
 * could create a second key, while the first one works and nobody has it.
 */
export function actionFailureOf(error: unknown): Failure {
  return unsure(failureOf(error), "check before you try again.");
}

/** The same for an action that repeats its response if it is done again with the same input. */
export function creationFailureOf(error: unknown): Failure {
  return unsure(failureOf(error), "try again without changes to see the result.");
}

function unsure(failure: Failure, advice: string): Failure {
  if (failure.code !== "unreachable") return failure;
  return {
    ...failure,
    message: `Can't reach the server. It may have done this already: ${advice}`,
  };
}

function hasFailure(
  data: unknown,
): data is { failure: { code: ErrorCode; details: ErrorDetails } } {
  return typeof data === "object" && data !== null && "failure" in data;
}

/** Requests refused before a procedure runs return the error body of the REST API. */
function refusalIn(error: unknown): FailureBody | null {
  if (!(error instanceof TRPCClientError)) return null;
  const body: unknown = error.meta?.responseJSON;
  const isBody = typeof body === "object" && body !== null && "error" in body && "code" in body;
  return isBody ? (body as FailureBody) : null;
}

/** With a capital and a full stop. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
