import { z } from "zod";
import { TEAM_ROLES } from "../kernel/actor";
import { Email, Id } from "../values/text";

export const Invite = z.strictObject({ email: Email, role: z.enum(TEAM_ROLES) });
export type Invite = z.infer<typeof Invite>;

export const RoleSet = z.strictObject({ userId: Id, role: z.enum(TEAM_ROLES) });
