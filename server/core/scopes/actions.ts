import { action, OPERATORS_ONLY } from "../kernel/access";

export const SCOPE_DEFINED = action("scope.defined", {
  ...OPERATORS_ONLY,
  platformScope: "scopes:write",
});

export const SCOPE_DESCRIBED = action("scope.described", {
  ...OPERATORS_ONLY,
  platformScope: "scopes:write",
});

export const SCOPE_REMOVED = action("scope.removed", {
  ...OPERATORS_ONLY,
  platformScope: "scopes:write",
  recentProof: true,
});

// What the removal of a scope does to the keys of one partner.
export const KEY_SCOPE_REMOVED = action("key.scope_removed", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  platformScope: "scopes:write",
  announced: true,
  narrows: true,
});
