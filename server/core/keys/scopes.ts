/** The six scopes and what each grants (specification, section 5). */
export const SCOPES = {
  "accounts:read": "Read the customer list and individual customer records",
  "accounts:write": "Create customers",
  "metrics:read": "Read aggregates",
  "prices:read": "Read the partner's prices",
  "prices:write": "Change the partner's prices",
  "payouts:read": "Read payout history",
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

/** Whether a string, for example from the database, is one of the scopes. */
export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}
