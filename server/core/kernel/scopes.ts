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

/** Whether a string, for example from the database, is one of the scopes. */
export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}
