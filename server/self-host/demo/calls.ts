import type { Scope } from "../../core/kernel/scopes";

/** A request and its response, as one key repeats it; `weight` is its relative frequency. */
export type Call = {
  weight: number;
  method: "GET" | "POST" | "PUT";
  route: string;
  status: number;
  scope: Scope | null;
  errorCode: string | null;
  /** The message, if it says more than the code. */
  errorMessage?: string | undefined;
  /** Duration of a fast call. */
  ms: number;
  /** The limit that a refused call exceeded. */
  perMinute?: number;
};

function read(route: string, scope: Scope | null, weight: number, status = 200): Call {
  return { weight, method: "GET", route, status, scope, errorCode: null, ms: 2.4 };
}

function failed(
  call: Call,
  weight: number,
  status: number,
  [errorCode, errorMessage]: readonly [string, string?],
): Call {
  // As in the recorder: a refused call uses no scope.
  const isRefused = status === 401 || status === 403 || status === 429;
  const own = isRefused ? { scope: null, ms: 0.6 } : {};
  return { ...call, weight, status, errorCode, errorMessage, ...own };
}

const NO_CUSTOMER = ["not_found", "Customer not found."] as const;
const NO_PAYOUT = ["not_found", "Payout not found."] as const;
const TAKEN = ["conflict", "Another customer has this email."] as const;
const NO_EMAIL = ["validation_failed", "email: Must be an email address."] as const;
const UNKNOWN = ["invalid_request", 'Unknown query parameter "page".'] as const;
const NO_SCOPE = ["insufficient_scope", "api key lacks required scope: accounts:write"] as const;

/** The call when the key is over its limit. */
export const refused = (call: Call, perMinute: number): Call => ({
  ...failed(call, 1, 429, ["rate_limited"]),
  perMinute,
});

export const LIST_ACCOUNTS = read("/accounts", "accounts:read", 2);
const ACCOUNT = read("/accounts/{id}", "accounts:read", 16);
const CREATE: Call = {
  weight: 9,
  method: "POST",
  route: "/accounts",
  status: 201,
  scope: "accounts:write",
  errorCode: null,
  ms: 7.5,
};
const PRICE = read("/prices/{product}", "prices:read", 20);
const METRICS = read("/metrics", "metrics:read", 3);
const PAYOUTS = read("/payouts", "payouts:read", 1);

/** The shop's calls. Its key has more scopes than these need. */
export const SHOP: readonly Call[] = [
  ...[read("/prices", "prices:read", 40), PRICE, ACCOUNT, CREATE, METRICS, LIST_ACCOUNTS],
  read("/prices/{product}", "prices:read", 6, 304),
  failed(ACCOUNT, 3, 404, NO_CUSTOMER),
  failed(CREATE, 1.2, 409, TAKEN),
  failed(CREATE, 1, 422, NO_EMAIL),
  failed(LIST_ACCOUNTS, 0.3, 400, UNKNOWN),
  failed(LIST_ACCOUNTS, 0.1, 503, ["unavailable"]),
];
export const EXPORT: readonly Call[] = [METRICS, read("/prices", "prices:read", 1), PAYOUTS];
export const BILLING: readonly Call[] = [
  ...[{ ...PAYOUTS, weight: 6 }, LIST_ACCOUNTS, read("/payouts/{id}", "payouts:read", 3)],
  failed(read("/payouts/{id}", "payouts:read", 1), 0.2, 404, NO_PAYOUT),
];
/** Without a Content-Type. */
export const UNTYPED = failed(CREATE, 2, 415, ["unsupported_media_type"]);
export const STAGING: readonly Call[] = [
  ...[ACCOUNT, CREATE, PRICE, read("/me", null, 4)],
  failed(CREATE, 5, 422, NO_EMAIL),
  UNTYPED,
  failed({ ...PRICE, method: "PUT", scope: "prices:write" }, 2, 422, ["price_below_floor"]),
];
export const MOBILE: readonly Call[] = [
  { ...METRICS, weight: 9 },
  read("/metrics", "metrics:read", 4, 304),
  failed(LIST_ACCOUNTS, 1, 403, NO_SCOPE),
];
export const READER: readonly Call[] = [ACCOUNT, PRICE, { ...METRICS, weight: 8 }];
export const EXPIRED: readonly Call[] = [failed(ACCOUNT, 1, 401, ["expired_api_key"])];
export const REVOKED: readonly Call[] = [failed(CREATE, 1, 401, ["revoked_api_key"])];
export const FIRST_STEPS: readonly Call[] = [
  ...[read("/me", null, 6), LIST_ACCOUNTS],
  failed(CREATE, 3, 403, NO_SCOPE),
  failed(read("/accounts", "accounts:read", 1), 2, 400, UNKNOWN),
];
export const WAREHOUSE: readonly Call[] = [ACCOUNT, CREATE, PRICE, LIST_ACCOUNTS];
export const SUSPENDED: readonly Call[] = [
  failed(CREATE, 3, 403, ["partner_suspended"]),
  { ...LIST_ACCOUNTS, weight: 1 },
];
