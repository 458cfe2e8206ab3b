import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { emailKey } from "../text";
import { type Invitation, inviteInto, issueLink } from "./links";
import type { Invite } from "./schema";

/** Invites someone into a partner's team. Throws `conflict` where the address has an account. */
export async function inviteUser(ctx: Ctx, partnerId: string, input: Invite): Promise<Invitation> {
  return change(ctx, { action: "user.invited", partnerId }, async (tx) => {
    const invitation = await inviteInto(tx, { ...input, now: ctx.clock.now(), partnerId });
    const detail = { email: emailKey(input.email), role: input.role };
    return { result: invitation, subject: detail.email, detail };
  });
}

/** Invites someone who runs the platform. */
export async function inviteOperator(ctx: Ctx, input: { email: string }): Promise<Invitation> {
  return change(ctx, { action: "operator.invited", partnerId: null }, async (tx) => {
    const now = ctx.clock.now();
    const user = { now, email: input.email, role: "operator", partnerId: null } as const;
    const invitation = await inviteInto(tx, user);
    return { result: invitation, subject: emailKey(input.email) };
  });
}

/** A reset link for someone who lost the password: the old one works until the new one is chosen. */
export async function resetUser(ctx: Ctx, input: { email: string }): Promise<Invitation> {
  assertOperator(ctx);
  const user = await ctx.db.user.findUnique({ where: { emailKey: emailKey(input.email) } });
  if (!user) fail("not_found", { message: `no user has the address ${input.email}` });
  return change(ctx, { action: "user.reset", partnerId: user.partnerId }, async (tx) => {
    const kind = user.passwordHash ? "reset" : "invite";
    const invitation = await issueLink(tx, { now: ctx.clock.now(), user, kind });
    return { result: invitation, subject: user.id };
  });
}
