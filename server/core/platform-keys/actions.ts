import { action, OPERATORS_ONLY } from "../kernel/access";

export const PLATFORM_KEY_ISSUED = action("platform_key.issued", {
  ...OPERATORS_ONLY,
  recentProof: true,
});

export const PLATFORM_KEY_ROTATED = action("platform_key.rotated", {
  ...OPERATORS_ONLY,
  recentProof: true,
});

export const PLATFORM_KEY_LIMIT_SET = action("platform_key.limit_set", {
  ...OPERATORS_ONLY,
  announced: true,
  narrows: true,
});

export const PLATFORM_KEY_NETWORKS_SET = action("platform_key.networks_set", {
  ...OPERATORS_ONLY,
  announced: true,
  narrows: true,
  recentProof: true,
});

export const PLATFORM_KEY_REVOKED = action("platform_key.revoked", {
  ...OPERATORS_ONLY,
  announced: true,
  narrows: true,
});
