import { action, OPERATORS_ONLY, OWNER } from "../kernel/access";

// Operators can't change where a partner is paid, so that neither they nor their accounts redirect money.
export const PAYOUT_DETAILS_CHANGED = action("payout_details.changed", {
  roles: OWNER,
  whileTerminated: "everyone",
  announced: false,
  recentProof: true,
});

// Without a proof: it only keeps what was used before, and may be urgent.
export const PAYOUT_DETAILS_CANCELED = action("payout_details.canceled", {
  roles: OWNER,
  operators: true,
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: false,
});

export const PAYOUT_DETAILS_REVEALED = action("payout_details.revealed", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  recentProof: true,
});
