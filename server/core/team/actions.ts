import { action, OPERATORS_ONLY, OWNER } from "../kernel/access";

const OPERATORS_PROVEN = { ...OPERATORS_ONLY, recentProof: true } as const;

export const OPERATOR_INVITED = action("operator.invited", OPERATORS_PROVEN);
export const OPERATOR_DISABLED = action("operator.disabled", OPERATORS_PROVEN);
export const OPERATOR_ENABLED = action("operator.enabled", OPERATORS_PROVEN);
export const OPERATOR_REMOVED = action("operator.removed", OPERATORS_PROVEN);

// Operators may too: a new partner has no owner who could invite the first one.
export const USER_INVITED = action("user.invited", {
  roles: OWNER,
  operators: true,
  announced: false,
  recentProof: true,
});

// Operators may too: the owner may be the one who has lost the password.
const RESET = {
  roles: OWNER,
  operators: true,
  whileTerminated: "company",
  announced: false,
  recentProof: true,
} as const;
export const USER_RESET = action("user.reset", RESET);
export const USER_SECOND_FACTOR_RESET = action("user.second_factor_reset", RESET);

export const USER_ROLE_SET = action("user.role_set", {
  roles: OWNER,
  announced: false,
  recentProof: true,
});

export const USER_LINK_REVOKED = action("user.link_revoked", {
  roles: OWNER,
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: false,
});

export const USER_REMOVED = action("user.removed", {
  roles: OWNER,
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: false,
  recentProof: true,
});
