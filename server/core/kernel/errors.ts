/**
 * The one catalogue of errors (specification, section 7): the source of `docs/errors.md`, the REST
 * error responses, the OpenAPI document and tRPC's codes.
 */
export const ERRORS = {
  missing_api_key: {
    status: 401,
    message: "No API key provided.",
    when: "The Authorization header is missing or doesn't use the Bearer scheme.",
    fix: "Send `Authorization: Bearer rsk_...`.",
  },
  malformed_api_key: {
    status: 401,
    message: "Malformed API key.",
    when: "The key has the wrong prefix, length, characters or checksum, or the Authorization header was sent twice.",
    fix: "Make sure you copied the full key. It starts with `rsk_` and contains only letters and digits after that.",
  },
  wrong_key_type: {
    status: 403,
    message: "This API doesn't accept this type of key.",
    when: "A platform key (`psk_...`) was sent to the partners' API, or a partner's key (`rsk_...`) to the platform API.",
    fix: "Send a key that starts with `rsk_` to `/api/v1/reseller`, and one that starts with `psk_` to `/api/v1/platform`.",
  },
  invalid_api_key: {
    status: 401,
    message: "Invalid API key.",
    when: "The key doesn't exist.",
    fix: "Check that the key was created on this platform, or create a new one in the dashboard.",
  },
  revoked_api_key: {
    status: 401,
    message: "This API key has been revoked.",
    when: "The key was revoked. Revoked keys can't be restored.",
    fix: "Create a new key in the dashboard and update your integration.",
  },
  expired_api_key: {
    status: 401,
    message: "This API key has expired.",
    when: "The key's expiration date has passed.",
    fix: "Create a new key in the dashboard and update your integration.",
  },
  invalid_signature: {
    status: 401,
    message: "The signature is missing or invalid.",
    when: "Reports of leaked keys only. The report isn't signed with one of the keys that are published for it.",
    fix: "Sign the body as GitHub's secret scanning partner program describes.",
  },
  unauthenticated: {
    status: 401,
    message: "Your session has expired.",
    when: "Dashboard and `/api/metrics` only. There is no active session, or the metrics token is missing or wrong.",
    fix: "Sign in again, or send the token as `Authorization: Bearer ...`.",
  },
  second_factor_required: {
    status: 401,
    message: "Two-factor code required.",
    when: "Dashboard only. The password is correct, and the account uses two-factor authentication.",
    fix: "Enter the code from your authenticator app, or a recovery code.",
  },
  second_factor_invalid: {
    status: 401,
    message: "Invalid or already used code.",
    when: "Dashboard only. The two-factor code is wrong, has expired or was already used.",
    fix: "Wait for the next code in your authenticator app, or use a recovery code.",
  },
  second_factor_missing: {
    status: 403,
    message: "Two-factor authentication required.",
    when: "Dashboard only. Operators must set up two-factor authentication before continuing.",
    fix: "Set up two-factor authentication.",
  },
  reauthentication_required: {
    status: 401,
    message: "Confirm it's you to continue.",
    when: "Dashboard only. The action requires that you entered your password or a code within the last 15 minutes. `details.methods` lists the accepted methods (`code`, `password`).",
    fix: "Confirm with your password or a code, then retry the request.",
  },
  proxy_not_authorized: {
    status: 500,
    message: "The server in front of this API can't check API keys.",
    when: "Forward authentication only. The proxy's own platform key, which it sends as `X-Platform-Key`, is missing, wrong, revoked or expired, or lacks the scope `keys:verify`.",
    fix: "Tell whoever runs the proxy: the platform key in its configuration must be replaced. Latchkey's log says what is wrong with it.",
  },
  insufficient_scope: {
    status: 403,
    message: "api key lacks required scope",
    when: "The key doesn't have the required scope, named in `details.required`.",
    fix: "Add the scope in `details.required` to the key, or use a key that has it.",
  },
  address_not_allowed: {
    status: 403,
    message: "This API key can't be used from this IP address.",
    when: "The key is limited to address ranges, and the request came from another address, or from one that is not known.",
    fix: "Send the request from an allowed address, or add its range to the key in the dashboard.",
  },
  partner_suspended: {
    status: 403,
    message: "This account is suspended and is read-only.",
    when: "The account is suspended or terminated, and the operation is a write. If it is terminated, which is for good, `details.status` is `terminated`.",
    fix: "Contact support to reactivate the account, unless it is terminated. Read requests still work.",
  },
  forbidden: {
    status: 403,
    message: "You don't have permission to do this.",
    when: "Dashboard only. Your role doesn't allow this operation.",
    fix: "Ask an owner of your team for access.",
  },
  invalid_request: {
    status: 400,
    message: "The request is invalid.",
    when: "The request is malformed: the body is not a valid JSON object, a query parameter is unknown or repeated, the cursor doesn't belong to this list, or the Idempotency-Key is invalid.",
    fix: "Read `error` in the response: it names the problem.",
  },
  validation_failed: {
    status: 422,
    message: "Validation failed.",
    when: "One or more fields or parameters are invalid. `details.issues` lists each with its path.",
    fix: "Correct the values that `details.issues` in the response lists.",
  },
  price_below_floor: {
    status: 422,
    message: "The price is below the minimum.",
    when: "The amount is below the product's minimum price, given in `details.floor`.",
    fix: "Send an amount of at least `details.floor`.",
  },
  not_found: {
    status: 404,
    message: "Not found.",
    when: "The path doesn't exist, or the resource doesn't exist in your account.",
    fix: "Check the path and the ID.",
  },
  method_not_allowed: {
    status: 405,
    message: "Method not allowed.",
    when: "The path doesn't support this method. The `Allow` header lists the supported methods.",
    fix: "Use one of the methods in the `Allow` header.",
  },
  request_timeout: {
    status: 408,
    message: "The request took too long to arrive.",
    when: "The headers have not arrived within 10 seconds, or the whole request within 30. The connection is closed.",
    fix: "Send the request again, with less in it if your connection is slow.",
  },
  conflict: {
    status: 409,
    message: "Conflict with an existing resource.",
    when: "A value must be unique and is already taken, or the resource's current status doesn't allow the change. If a field caused the conflict, `details.field` names it, and `details.id` is the ID of your resource that has the value. If the status of an account or of a partner caused it, `details.status` is that status.",
    fix: "Use a different value, or use the existing resource.",
  },
  idempotency_key_in_use: {
    status: 409,
    message: "A request with this Idempotency-Key is still in progress.",
    when: "The first request with the same Idempotency-Key hasn't finished.",
    fix: "Wait a moment, then retry the request.",
  },
  precondition_failed: {
    status: 412,
    message: "The resource was modified since you last read it.",
    when: "`If-Match` doesn't match the current version.",
    fix: "Fetch the latest version and try again.",
  },
  events_expired: {
    status: 410,
    message: "Events after this one have been deleted.",
    when: "`after` is older than the events that are kept. `details.oldest_sequence` is the sequence of the oldest one that may be left.",
    fix: "Read the current state from the other endpoints. Then continue without `after`.",
  },
  payload_too_large: {
    status: 413,
    message: "The request body is too large.",
    when: "The body is longer than 65,536 bytes, or than the endpoint's own limit where it names one.",
    fix: "Send less in one request.",
  },
  uri_too_long: {
    status: 414,
    message: "The URL is too long.",
    when: "The path and query are longer than 4,096 characters in total.",
    fix: "Shorten the query.",
  },
  unsupported_media_type: {
    status: 415,
    message: "The body must be application/json.",
    when: "The body isn't `application/json`, isn't in UTF-8, or is compressed.",
    fix: "Send uncompressed JSON in UTF-8 with `Content-Type: application/json`.",
  },
  idempotency_key_reused: {
    status: 422,
    message: "This Idempotency-Key was already used with a different request.",
    when: "The Idempotency-Key was used in the last 24 hours with a different body or query.",
    fix: "Use a new Idempotency-Key for each new request.",
  },
  rate_limited: {
    status: 429,
    message: "rate limit exceeded for this api key",
    when: "Too many requests at once. By default, a key allows 300 per minute, in bursts of up to 50. `details.retry_after_seconds` equals the `Retry-After` header.",
    fix: "Wait the number of seconds in `Retry-After`, then retry the request. To send more, request a higher limit for the key in the dashboard: bursts grow with it.",
  },
  too_many_attempts: {
    status: 429,
    message: "Too many attempts.",
    when: "Dashboard only. Too many failed sign-ins, or too many at once from your network. `details.retry_after_seconds` is how long to wait.",
    fix: "Wait, then try again.",
  },
  headers_too_large: {
    status: 431,
    message: "The request headers are too large.",
    when: "The request's headers are longer than 16 KiB.",
    fix: "Send fewer or shorter headers.",
  },
  internal_error: {
    status: 500,
    message: "Internal server error.",
    when: "Something went wrong on our end. The error is logged under the ID in `X-Request-Id`.",
    fix: "Retry the request. If the problem persists, contact support with the request ID.",
  },
  unavailable: {
    status: 503,
    message: "Service temporarily unavailable.",
    when: "A backend dependency is unavailable, or too many invalid keys were tried from your IP address. No changes were made.",
    fix: "Wait the number of seconds in `Retry-After`, then retry the request.",
  },
} as const satisfies Record<string, { status: number; message: string; when: string; fix: string }>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorDetails = Record<string, unknown>;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

/** An invalid field or value, by its name on the wire. */
export type Issue = { path: string; message: string };

// The app's bundle and the server's each have their own copy of this class, so instanceof would
// fail.
const BRAND = Symbol.for("latchkey.DomainError");

/** An error from the catalogue. Its message and details may be shown to the caller. */
export class DomainError extends Error {
  readonly [BRAND] = true;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails,
  ) {
    super(message);
    this.name = "DomainError";
  }
}

/** The part of an error that its response has. */
export type Failure = Pick<DomainError, "code" | "message" | "details">;

/** The body of every error over HTTP (specification, section 2). */
export type FailureBody = { error: string; code: ErrorCode; details: ErrorDetails };

/** The body of an error without details; `message` defaults to the catalogue's. */
export function failureBody(code: ErrorCode, message: string = ERRORS[code].message): FailureBody {
  return { error: message, code, details: {} };
}

/** Whether `error` is a DomainError, of either bundle. */
export function isDomainError(error: unknown): error is DomainError {
  return typeof error === "object" && error !== null && BRAND in error;
}

/**
 * Throws the error `code`; the message defaults to the catalogue's. Captures no stack: the error is
 * expected, and a stack takes longer than the response.
 */
export function fail(
  code: ErrorCode,
  options: { message?: string; details?: ErrorDetails } = {},
): never {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    throw new DomainError(code, options.message ?? ERRORS[code].message, options.details ?? {});
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Throws `validation_failed` with all issues, in `details.issues` and as one sentence. */
export function refuse(...issues: readonly Issue[]): never {
  return fail("validation_failed", { message: sentenceOf(issues), details: { issues } });
}

export function sentenceOf(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(" ");
}
