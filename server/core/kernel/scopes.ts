/**
 * The scopes of the partner API and what each grants: those of the specification, section 5, and
 * ours. Keys may also have scopes of the company's own API, which operators define
 * (core/scopes, docs/decisions/0029).
 */
export const SCOPES = {
  "accounts:read": "View customers",
  "accounts:write": "Create customers",
  "accounts:manage": "Change and close customers",
  "charges:read": "View charges and refunds",
  "metrics:read": "View metrics and revenue totals",
  "prices:read": "View your prices",
  "prices:write": "Update your prices",
  "payouts:read": "View payout history",
  "events:read": "View the events of everything that the key can read",
  "webhooks:write": "Manage webhook endpoints",
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

/** The scopes of platform keys, which the company's own systems hold, and what each grants. */
export const PLATFORM_SCOPES = {
  "keys:verify": "Verify partners' API keys",
  "keys:read": "View partners' API keys",
  "keys:write": "Create, change and revoke partners' API keys, and report leaked ones",
  "scopes:read": "View the scopes of your own API",
  "scopes:write": "Define and remove the scopes of your own API",
  "partners:read": "View partners and their terms",
  "partners:write": "Create, change and suspend partners, and set their terms",
  "accounts:read": "View partners' customers",
  "accounts:write": "Create, change and close partners' customers",
  "charges:read": "View charges and refunds",
  "charges:write": "Record charges and refunds",
  "products:read": "View products",
  "products:write": "Create, change and archive products",
  "prices:read": "View partners' prices",
  "metrics:read": "View customers, revenue and requests over time",
  "payouts:read": "View payouts",
  "payouts:close": "Close months and recalculate payouts",
  "transfers:read": "View transfers and what is due",
  "transfers:write": "Create and cancel transfers",
  "transfers:settle": "Mark transfers as paid or failed",
  "limit_requests:read": "View limit requests",
  "limit_requests:write": "Decide limit requests",
  "events:read": "View the events of all partners",
  "webhooks:write": "Manage the platform's webhook endpoints",
  "audit:read": "View the audit log",
} as const;

export type PlatformScope = keyof typeof PLATFORM_SCOPES;
export const PLATFORM_SCOPE_NAMES = Object.keys(PLATFORM_SCOPES) as [
  PlatformScope,
  ...PlatformScope[],
];

/** Scopes that a key may have. */
export const MAX_KEY_SCOPES = 100;

/**
 * The first parts of names that this API uses or may use, so that a later scope of ours never has a
 * name that keys already hold.
 */
export const RESERVED_PARTS: readonly string[] = [
  "accounts",
  "alerts",
  "audit",
  "charges",
  "events",
  "imports",
  "keys",
  "latchkey",
  "leaks",
  "limit_requests",
  "metrics",
  "partners",
  "payouts",
  "platform",
  "prices",
  "scopes",
  "statements",
  "terms",
  "transfers",
  "webhooks",
];

/** The first part of a scope's name: that of `orders:read` is `orders`. */
export function firstPart(name: string): string {
  return /^[^:.]*/.exec(name)?.[0] ?? "";
}

/** Whether only this API may define a scope of this name. */
export function isReserved(name: string): boolean {
  return RESERVED_PARTS.includes(firstPart(name));
}

/**
 * The names in a key's row that grant something. A name of an earlier release that is not a scope
 * any more grants nothing.
 */
export function grantedScopes(names: readonly string[]): string[] {
  return names.filter((name) => isScope(name) || !isReserved(name));
}

/** Ours in their usual order, then the company's own by name; without duplicates. */
export function inOrder(names: readonly string[]): string[] {
  const own = new Set(names.filter((name) => !isScope(name)));
  return [...SCOPE_NAMES.filter((name) => names.includes(name)), ...[...own].sort()];
}

/** Whether a string, for example from the database, is one of the scopes of the partner API. */
export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}
