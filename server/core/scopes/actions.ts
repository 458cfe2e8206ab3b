import { action, OPERATORS_ONLY } from "../kernel/access";

const WRITE = { ...OPERATORS_ONLY, platformScope: "scopes:write" } as const;

export const SCOPE_DEFINED = action("scope.defined", WRITE);
export const SCOPE_DESCRIBED = action("scope.described", WRITE);
export const SCOPE_REMOVED = action("scope.removed", { ...WRITE, recentProof: true });

// What the removal of a scope does to the keys of one partner.
export const KEY_SCOPE_REMOVED = action("key.scope_removed", {
  ...WRITE,
  whileTerminated: "company",
  announced: true,
  narrows: true,
});
