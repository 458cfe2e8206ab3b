import { action, OPERATORS_ONLY } from "../kernel/access";

const PROVEN = { ...OPERATORS_ONLY, recentProof: true } as const;
const NARROWING = { ...OPERATORS_ONLY, announced: true, narrows: true } as const;

export const PLATFORM_KEY_ISSUED = action("platform_key.issued", PROVEN);
export const PLATFORM_KEY_ROTATED = action("platform_key.rotated", PROVEN);
export const PLATFORM_KEY_LIMIT_SET = action("platform_key.limit_set", NARROWING);

export const PLATFORM_KEY_NETWORKS_SET = action("platform_key.networks_set", {
  ...NARROWING,
  recentProof: true,
});

export const PLATFORM_KEY_REVOKED = action("platform_key.revoked", NARROWING);
