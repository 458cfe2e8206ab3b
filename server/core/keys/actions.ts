import { action, DEVELOPERS, OPERATORS_ONLY } from "../kernel/access";

const NARROWING = {
  roles: DEVELOPERS,
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: true,
  narrows: true,
} as const;

export const KEY_ISSUED = action("key.issued", {
  roles: DEVELOPERS,
  platformScope: "keys:write",
  announced: false,
  recentProof: true,
});

export const KEY_ROTATED = action("key.rotated", {
  roles: DEVELOPERS,
  announced: false,
  recentProof: true,
});

// Operators may revoke too: a leaked key can't wait for its owner.
export const KEY_REVOKED = action("key.revoked", {
  roles: DEVELOPERS,
  operators: true,
  platformScope: "keys:write",
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: true,
  narrows: true,
});

export const KEY_RENAMED = action("key.renamed", {
  roles: DEVELOPERS,
  announced: true,
});

export const KEY_EXPIRY_SET = action("key.expiry_set", {
  roles: DEVELOPERS,
  announced: true,
  narrows: true,
});

export const KEY_NARROWED = action("key.narrowed", NARROWING);

export const KEY_WIDENED = action("key.widened", {
  roles: DEVELOPERS,
  announced: true,
  narrows: true,
  recentProof: true,
});

export const KEY_NETWORKS_NARROWED = action("key.networks_narrowed", NARROWING);

export const KEY_NETWORKS_WIDENED = action("key.networks_widened", {
  roles: DEVELOPERS,
  platformScope: "keys:write",
  announced: true,
  narrows: true,
  recentProof: true,
});

export const KEY_LIMIT_SET = action("key.limit_set", {
  ...OPERATORS_ONLY,
  platformScope: "keys:write",
  announced: true,
  narrows: true,
});
