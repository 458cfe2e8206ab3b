import { action, DEVELOPERS, OPERATORS_ONLY } from "../kernel/access";

export const KEY_LEAKED = action("key.leaked", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  platformScope: "keys:write",
});

// As revoking, which is the other answer to a leak.
export const KEY_LEAK_DISMISSED = action("key.leak_dismissed", {
  roles: DEVELOPERS,
  operators: true,
  platformScope: "keys:write",
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: false,
});

export const LEAK_POLICY_CHANGED = action("leak_policy.changed", {
  ...OPERATORS_ONLY,
  platformScope: "keys:write",
});
