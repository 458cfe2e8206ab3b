import { TRPCClientError } from "@trpc/client";
import type { ErrorCode, ErrorDetails, FailureBody } from "@/server/core/errors";

/** An error as the screens see it. `message` is fit to be shown. */
export type Failure = {
  code: ErrorCode | "unreachable";
  message: string;
  details: ErrorDetails;
  /** Whether asking again may help. */
  mayPass: boolean;
};

const PASSING: ReadonlySet<string> = new Set(["unreachable", "unavailable", "internal_error"]);

/** What a procedure's error says; an error without an answer means that the server was not reached. */
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
  const message = "Latchkey cannot be reached. Check your connection and try again.";
  return { code: "unreachable", message, details: {}, mayPass: true };
}

/** The messages of single fields, by their path. */
export function issuesOf(failure: Failure): Record<string, string> {
  const { issues } = failure.details;
  if (!Array.isArray(issues)) return {};
  const messages: Record<string, string> = {};
  for (const issue of issues) {
    if (isIssue(issue)) messages[issue.path] ??= sentence(issue.message);
  }
  return messages;
}

function hasFailure(
  data: unknown,
): data is { failure: { code: ErrorCode; details: ErrorDetails } } {
  return typeof data === "object" && data !== null && "failure" in data;
}

/** What was refused before any procedure was called has the error body of the API. */
function refusalIn(error: unknown): FailureBody | null {
  if (!(error instanceof TRPCClientError)) return null;
  const body: unknown = error.meta?.responseJSON;
  const isBody = typeof body === "object" && body !== null && "error" in body && "code" in body;
  return isBody ? (body as FailureBody) : null;
}

function isIssue(issue: unknown): issue is { path: string; message: string } {
  return typeof issue === "object" && issue !== null && "path" in issue && "message" in issue;
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
