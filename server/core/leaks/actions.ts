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

export const PLATFORM_KEY_LEAKED = action("platform_key.leaked", {
  ...OPERATORS_ONLY,
  platformScope: "keys:write",
});

// No platform key may: it could dismiss its own leak.
export const PLATFORM_KEY_LEAK_DISMISSED = action("platform_key.leak_dismissed", OPERATORS_ONLY);
