import { z } from "zod";

/** The current password, to confirm the caller's identity. */
export const CurrentPassword = z.string().max(256);

/** A code of the authenticator app, or a recovery code; blanks and dashes are ignored. */
export const Code = z.string().trim().min(6, "Enter a 6-digit code or a recovery code.").max(40);

export const PASSWORD_MIN_LENGTH = 12;

/** A new password. Only its length matters (NIST SP 800-63B, section 5.1.1.2). */
export const Password = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `Must be at least ${PASSWORD_MIN_LENGTH} characters.`)
  .max(256, "Must be at most 256 characters.");
