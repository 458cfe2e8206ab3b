/** The scopes and what each grants: those of the specification, section 5, and ours. */
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
} as const;

export type PlatformScope = keyof typeof PLATFORM_SCOPES;
export const PLATFORM_SCOPE_NAMES = Object.keys(PLATFORM_SCOPES) as [
  PlatformScope,
  ...PlatformScope[],
];

/** Whether a string, for example from the database, is one of the scopes. */
export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}
