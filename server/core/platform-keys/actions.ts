import { action, OPERATORS_ONLY } from "../kernel/access";

export const PLATFORM_KEY_ISSUED = action("platform_key.issued", {
  ...OPERATORS_ONLY,
  recentProof: true,
});

export const PLATFORM_KEY_ROTATED = action("platform_key.rotated", {
  ...OPERATORS_ONLY,
  recentProof: true,
});

export const PLATFORM_KEY_REVOKED = action("platform_key.revoked", {
  ...OPERATORS_ONLY,
  announced: true,
  narrows: true,
});
