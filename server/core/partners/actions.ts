import { action, OPERATORS_ONLY, OWNER } from "../kernel/access";

const WRITE = { ...OPERATORS_ONLY, platformScope: "partners:write" } as const;

export const PARTNER_CREATED = action("partner.created", {
  ...WRITE,
  recentProof: true,
});

export const PARTNER_UPDATED = action("partner.updated", {
  ...WRITE,
  whileTerminated: "company",
  announced: true,
  recentProof: true,
});

export const PARTNER_VIEWED = action("partner.viewed", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
});

export const PARTNER_SUSPENDED = action("partner.suspended", {
  ...WRITE,
  announced: true,
  narrows: true,
});

export const PARTNER_REACTIVATED = action("partner.reactivated", {
  ...WRITE,
  announced: true,
});

// Never undone, so it asks for a proof, and a repeat finds nothing to do.
export const PARTNER_TERMINATED = action("partner.terminated", {
  ...WRITE,
  whileTerminated: "company",
  announced: true,
  narrows: true,
  recentProof: true,
});

export const PARTNER_BRANDING_SET = action("partner.branding_set", {
  roles: OWNER,
  announced: true,
});
