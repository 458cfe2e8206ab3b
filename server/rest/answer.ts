import {
  DomainError,
  ERRORS,
  type ErrorCode,
  type Failure,
  isDomainError,
} from "../core/kernel/errors";
import type { Limited } from "../core/kernel/ports";
import type { ApiAnswer, ApiServices, Exchange } from "./exchange";

/** A JSON response, `no-store` unless its headers set Cache-Control. HEAD gets no body. */
export function textAnswer(
  { headers, request }: Exchange,
  { status, text }: { status: number; text: string | Uint8Array<ArrayBuffer> },
): ApiAnswer {
  headers["content-type"] = "application/json";
  headers["x-content-type-options"] = "nosniff";
  headers["cache-control"] ??= "no-store";
  headers["content-length"] = String(Buffer.byteLength(text));
  return { status, headers, body: request.method === "HEAD" ? null : text };
}

/** A refusal by the limiter. Returned, not thrown: under attack this is the most common response. */
export function tooMany({ retryAfterSeconds }: Limited): Failure {
  const code = "rate_limited";
  return {
    code,
    message: ERRORS[code].message,
    details: { retry_after_seconds: retryAfterSeconds },
  };
}

/** The parts that all failures with one code share, built once to keep refusals cheap. */
type Common = { link: string; opening: string };

const common = new Map<ErrorCode, Common>();

function commonOf(code: ErrorCode): Common {
  const known = common.get(code);
  if (known) return known;
  const opening = JSON.stringify({ error: ERRORS[code].message, code }).slice(0, -1);
  const made = { link: `</docs/errors#${code}>; rel="help"`, opening };
  common.set(code, made);
  return made;
}

/** The body of a failure (specification, section 2). */
function failureText({ code, message, details }: Failure): string {
  if (message !== ERRORS[code].message) {
    return JSON.stringify({ error: message, code, details });
  }
  return `${commonOf(code).opening},"details":${JSON.stringify(details)}}`;
}

/**
 * The response to a failure: the specification's body (section 2), a link to the error's
 * documentation, and the headers that the status requires.
 */
export function errorAnswer(error: Failure, exchange: Exchange): ApiAnswer {
  const { headers } = exchange;
  exchange.failure = error;
  const { status } = ERRORS[error.code];
  headers.link = commonOf(error.code).link;
  const challenge = bearerChallenge(error);
  if (challenge) headers["www-authenticate"] = challenge;
  const wait = retryAfter(error);
  if (wait !== null) headers["retry-after"] = String(wait);
  return textAnswer(exchange, { status, text: failureText(error) });
}

const INVALID_TOKEN: readonly ErrorCode[] = [
  "malformed_api_key",
  "invalid_api_key",
  "revoked_api_key",
  "expired_api_key",
];

// RFC 6750, section 3: no error code without credentials. partner_suspended has none either.
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

/** Any other error is our fault: log it in full and keep its details out of the response. */
export function asFailure(
  services: Pick<ApiServices, "core">,
  error: unknown,
  exchange: Exchange,
): DomainError {
  if (isDomainError(error)) return error;
  const code = services.core.isUnavailable(error) ? "unavailable" : "internal_error";
  const { id: requestId, request, endpoint } = exchange;
  const { method } = request;
  services.core.log.error({ err: error, requestId, method, route: endpoint?.path ?? "none" }, code);
  return new DomainError(code, ERRORS[code].message, {});
}
