/**
 * The one catalogue of errors (specification, section 7): the source of `docs/errors.md`, the REST
 * error responses, the OpenAPI document and tRPC's codes.
 */
export const ERRORS = {
  missing_api_key: {
    status: 401,
    message: "no api key was sent",
    when: "The request has no Authorization header, or one of another scheme than Bearer.",
    fix: "Send `Authorization: Bearer rsk_...`.",
  },
  malformed_api_key: {
    status: 401,
    message: "the api key is malformed",
    when: "The prefix, length, alphabet or checksum of the key is wrong, or the Authorization header was sent twice.",
    fix: "Copy the whole key again: it starts with `rsk_` and has no spaces, dots or dashes.",
  },
  invalid_api_key: {
    status: 401,
    message: "the api key is not known",
    when: "The key is well formed, but no such key exists.",
    fix: "Check that the key belongs to this environment, or issue a new one in the dashboard.",
  },
  revoked_api_key: {
    status: 401,
    message: "the api key was revoked",
    when: "The key was revoked. A revoked key never comes back.",
    fix: "Issue a new key in the dashboard and switch the integration to it.",
  },
  expired_api_key: {
    status: 401,
    message: "the api key has expired",
    when: "The expiry chosen for the key has passed.",
    fix: "Issue a new key in the dashboard and switch the integration to it.",
  },
  unauthenticated: {
    status: 401,
    message: "you are signed out",
    when: "Dashboard only: the session has ended, or there never was one.",
    fix: "Sign in again.",
  },
  second_factor_required: {
    status: 401,
    message: "a code of your second factor is needed",
    when: "Dashboard only: the password is right, and the account has a second factor.",
    fix: "Send the code that the authenticator app shows, or a recovery code.",
  },
  second_factor_invalid: {
    status: 401,
    message: "this code is not right, or was used already",
    when: "Dashboard only: the code of the second factor is wrong, too old, or was used before.",
    fix: "Wait for the next code of the authenticator app, or use a recovery code.",
  },
  second_factor_missing: {
    status: 403,
    message: "set up your second factor first",
    when: "Dashboard only: an operator without a second factor; everything else is closed until it is set up.",
    fix: "Set up the second factor.",
  },
  reauthentication_required: {
    status: 401,
    message: "confirm that it's you to continue",
    when: "Dashboard only: the action needs a password or code of the last 15 minutes; `details.methods` names what is accepted (`code`, `password`).",
    fix: "Confirm with your password or a code, then send the same request again.",
  },
  insufficient_scope: {
    status: 403,
    message: "api key lacks required scope",
    when: "The key lacks the scope that the operation needs; `details.required` names it.",
    fix: "Add the scope in `details.required` to the key, or use a key that has it.",
  },
  partner_suspended: {
    status: 403,
    message: "the partner is suspended: write endpoints are closed",
    when: "The partner is suspended and the operation would write.",
    fix: "Reading still works. Ask the platform's operators to reactivate the account.",
  },
  forbidden: {
    status: 403,
    message: "your role does not allow this",
    when: "Dashboard only: the signed-in user's role does not cover the operation.",
    fix: "Ask an owner of your team.",
  },
  invalid_request: {
    status: 400,
    message: "the request is invalid",
    when: "The body is not a JSON object, is nested too deeply, has a name twice, or a number that would be rounded; a query parameter is unknown or repeated; a cursor is not one of this list; or the Idempotency-Key is not 1 to 255 printable ASCII characters.",
    fix: "The message says what is wrong and, where there is one, names the nearest known name.",
  },
  validation_failed: {
    status: 422,
    message: "a value is not valid",
    when: "A field or parameter has a value that is not allowed; `details.issues` lists each with its path.",
    fix: "Correct the values named in `details.issues`.",
  },
  price_below_floor: {
    status: 422,
    message: "the price is below the floor",
    when: "The amount is lower than the product's floor; `details.floor` is the lowest amount allowed.",
    fix: "Send an amount of at least `details.floor`.",
  },
  not_found: {
    status: 404,
    message: "not found",
    when: "The path does not exist, or there is no such object among the partner's own.",
    fix: "Check the path and the id.",
  },
  method_not_allowed: {
    status: 405,
    message: "the method is not allowed here",
    when: "The path exists, but not with this method; the `Allow` header lists those that do.",
    fix: "Use one of the methods in the `Allow` header.",
  },
  conflict: {
    status: 409,
    message: "this conflicts with what exists",
    when: "Another object already holds a value that must be unique, or the state of the object does not allow the change; `details.field` names the field where there is one, and `details.id` your object that has the value.",
    fix: "Use another value, or use the object that exists.",
  },
  idempotency_key_in_use: {
    status: 409,
    message: "a request with this Idempotency-Key is still running",
    when: "The first request with the same Idempotency-Key has not finished.",
    fix: "Wait a moment and send the same request again.",
  },
  precondition_failed: {
    status: 412,
    message: "the object has changed since it was read",
    when: "`If-Match` names another version than the current one.",
    fix: "Read the object again and decide anew.",
  },
  payload_too_large: {
    status: 413,
    message: "the body is too large",
    when: "The body is longer than 65,536 bytes.",
    fix: "Send less in one request.",
  },
  uri_too_long: {
    status: 414,
    message: "the address is too long",
    when: "Path and query together are longer than 4,096 characters.",
    fix: "Shorten the query.",
  },
  unsupported_media_type: {
    status: 415,
    message: "the body must be application/json",
    when: "A body came with another media type than `application/json`, or compressed.",
    fix: "Send plain JSON with `Content-Type: application/json`.",
  },
  idempotency_key_reused: {
    status: 422,
    message: "this Idempotency-Key was used for another request",
    when: "The Idempotency-Key was used within 24 hours with another body or query.",
    fix: "Make a new Idempotency-Key for each new request.",
  },
  rate_limited: {
    status: 429,
    message: "rate limit exceeded for this api key",
    when: "The key exceeded its request rate; `details.retry_after_seconds` equals the `Retry-After` header.",
    fix: "Wait the number of seconds in `Retry-After`: the next request after that is served.",
  },
  too_many_attempts: {
    status: 429,
    message: "too many attempts",
    when: "Dashboard only: too many failed sign-ins, or too many at once from your network; `details.retry_after_seconds` says how long to wait.",
    fix: "Wait, then try again.",
  },
  headers_too_large: {
    status: 431,
    message: "the headers are too large",
    when: "The request's headers are longer than 16 KiB.",
    fix: "Send fewer or shorter headers.",
  },
  internal_error: {
    status: 500,
    message: "something went wrong on our side",
    when: "A fault of ours. It is logged under the request id in `X-Request-Id`.",
    fix: "Try again; if it stays, send us the request id.",
  },
  unavailable: {
    status: 503,
    message: "the service is briefly unavailable",
    when: "A store that the operation needs is out of reach, or unknown keys are tried too fast from your address. Nothing was written.",
    fix: "Wait the number of seconds in `Retry-After`, then send the same request again.",
  },
} as const satisfies Record<string, { status: number; message: string; when: string; fix: string }>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorDetails = Record<string, unknown>;

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

/** The issues as one sentence. */
export function sentenceOf(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
}
