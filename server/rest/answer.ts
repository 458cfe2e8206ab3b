import { type DomainError, ERRORS, type ErrorCode } from "../core/errors";
import type { ApiAnswer, Exchange } from "./exchange";

export type Failure = Pick<DomainError, "code" | "message" | "details">;

/** A JSON answer, not to be stored unless its headers say so already; HEAD gets the headers alone. */
export function textAnswer(
  { headers, request }: Exchange,
  { status, text }: { status: number; text: string },
): ApiAnswer {
  headers["content-type"] = "application/json";
  headers["x-content-type-options"] = "nosniff";
  headers["cache-control"] ??= "no-store";
  headers["content-length"] = String(Buffer.byteLength(text));
  return { status, headers, body: request.method === "HEAD" ? null : text };
}

/** The answer to a failure: the specification's body (section 2), the help page, and what its status asks for. */
export function errorAnswer(error: Failure, exchange: Exchange): ApiAnswer {
  const { headers } = exchange;
  exchange.failure = error.code;
  const { status } = ERRORS[error.code];
  headers.link = `</docs/errors#${error.code}>; rel="help"`;
  const challenge = bearerChallenge(error);
  if (challenge) headers["www-authenticate"] = challenge;
  const wait = retryAfter(error);
  if (wait !== null) headers["retry-after"] = String(wait);
  const body = { error: error.message, code: error.code, details: error.details };
  return textAnswer(exchange, { status, text: JSON.stringify(body) });
}

const INVALID_TOKEN: readonly ErrorCode[] = [
  "malformed_api_key",
  "invalid_api_key",
  "revoked_api_key",
  "expired_api_key",
];

// RFC 6750, section 3: without credentials no error code is given; partner_suspended has none either.
function bearerChallenge(error: Failure): string | null {
  const { status } = ERRORS[error.code];
  if (status !== 401 && status !== 403) return null;
  const realm = 'Bearer realm="latchkey"';
  if (error.code === "insufficient_scope") {
    return `${realm}, error="insufficient_scope", scope="${error.details.required}"`;
  }
  if (!INVALID_TOKEN.includes(error.code)) return realm;
  return `${realm}, error="invalid_token", error_description="${error.message}"`;
}

function retryAfter(error: Failure): number | null {
  if (error.code === "unavailable") return 1;
  const seconds = error.details.retry_after_seconds;
  return error.code === "rate_limited" && typeof seconds === "number" ? seconds : null;
}
