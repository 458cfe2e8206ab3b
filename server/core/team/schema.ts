import { z } from "zod";
import { TEAM_ROLES } from "../actor";
import { Email } from "../text";

export const Invite = z.strictObject({ email: Email, role: z.enum(TEAM_ROLES) });
export type Invite = z.infer<typeof Invite>;

/** A password as it is chosen. Length is what counts (NIST SP 800-63B, section 5.1.1.2). */
export const Password = z
  .string()
  .min(12, "at least 12 characters")
  .max(256, "at most 256 characters");
