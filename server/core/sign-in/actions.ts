import { action, OPERATORS_ONLY, OWN_ACCOUNT } from "../kernel/access";

const AT_ANY_TIME = { ...OWN_ACCOUNT, whileUnenrolled: true } as const;

export const USER_SIGNED_IN = action("user.signed_in", AT_ANY_TIME);
export const USER_SIGNED_OUT = action("user.signed_out", AT_ANY_TIME);
export const USER_SIGN_IN_FAILED = action("user.sign_in_failed", AT_ANY_TIME);
export const USER_PROOF_FAILED = action("user.proof_failed", AT_ANY_TIME);
export const USER_REAUTHENTICATED = action("user.reauthenticated", OWN_ACCOUNT);
export const USER_PASSWORD_SET = action("user.password_set", OWN_ACCOUNT);
/** By the system, for somebody who entered the email address. */
export const USER_RESET_REQUESTED = action("user.reset_requested", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
});
export const USER_SECOND_FACTOR_BEGUN = action("user.second_factor_begun", AT_ANY_TIME);
export const USER_SECOND_FACTOR_ENABLED = action("user.second_factor_enabled", AT_ANY_TIME);
export const USER_SECOND_FACTOR_DISABLED = action("user.second_factor_disabled", OWN_ACCOUNT);
export const USER_RECOVERY_CODES_MADE = action("user.recovery_codes_made", OWN_ACCOUNT);
