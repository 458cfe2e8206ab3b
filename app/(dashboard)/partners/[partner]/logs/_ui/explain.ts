import type { LoggedRequest } from "@/app/_trpc/types";
import { ERRORS, type ErrorCode, isErrorCode } from "@/server/core/kernel/errors";
import { burstOf } from "@/server/core/keys/limits";

const WORDS: Partial<Record<number, string>> = {
  200: "OK",
  201: "Created",
  304: "Not modified",
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  409: "Conflict",
  412: "Precondition failed",
  413: "Payload too large",
  415: "Unsupported media type",
  422: "Unprocessable",
  429: "Rate limited",
  500: "Server error",
  503: "Unavailable",
};

/** A status in a word or two. */
export function wordOf(status: number): string {
  return WORDS[status] ?? "";
}

/** A response explained: what happened and, for an error, what to do about it. */
type Explanation = { what: string; fix: string | null; code: ErrorCode | null };

/** Explains a response with the error catalogue, and a 429 with the limit that it exceeded. */
export function explain({ status, errorCode, perMinute }: LoggedRequest): Explanation {
  if (errorCode !== null && isErrorCode(errorCode)) {
    const { when, fix } = ERRORS[errorCode];
    return { what: perMinute === null ? when : tooMany(perMinute), fix, code: errorCode };
  }
  return { what: successOf(status), fix: null, code: null };
}

function tooMany(perMinute: number): string {
  const [minute, burst] = [perMinute, burstOf(perMinute)].map((count) =>
    count.toLocaleString("en"),
  );
  return `Too many requests at once. This key allows ${minute} per minute, in bursts of up to ${burst}.`;
}

function successOf(status: number): string {
  if (status === 201) return "The resource was created and returned.";
  if (status === 304) {
    return "Not modified since the client's last read; no body was returned.";
  }
  return status < 300 ? "The request succeeded." : "The request failed.";
}
