import { action, OWNER } from "../kernel/access";

const OWNER_ONLY = { roles: OWNER, announced: false } as const;

// Operators can't consent on a partner's behalf.
export const SELF_BILLING_CONSENTED = action("self_billing.consented", {
  ...OWNER_ONLY,
});
export const SELF_BILLING_WITHDRAWN = action("self_billing.withdrawn", {
  ...OWNER_ONLY,
  whileSuspended: true,
  whileTerminated: "everyone",
});
