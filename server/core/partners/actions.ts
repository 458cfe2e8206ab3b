import { action, OPERATORS_ONLY, OWNER } from "../kernel/access";

export const PARTNER_CREATED = action("partner.created", {
  ...OPERATORS_ONLY,
  platformScope: "partners:write",
  recentProof: true,
});

export const PARTNER_UPDATED = action("partner.updated", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  platformScope: "partners:write",
  announced: true,
  recentProof: true,
});

export const PARTNER_VIEWED = action("partner.viewed", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
});

export const PARTNER_SUSPENDED = action("partner.suspended", {
  ...OPERATORS_ONLY,
  platformScope: "partners:write",
  announced: true,
  narrows: true,
});

export const PARTNER_REACTIVATED = action("partner.reactivated", {
  ...OPERATORS_ONLY,
  platformScope: "partners:write",
  announced: true,
});

// Never undone, so it asks for a proof, and a repeat finds nothing to do.
export const PARTNER_TERMINATED = action("partner.terminated", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  platformScope: "partners:write",
  announced: true,
  narrows: true,
  recentProof: true,
});

export const PARTNER_BRANDING_SET = action("partner.branding_set", {
  roles: OWNER,
  whileSuspended: false,
  announced: true,
});
