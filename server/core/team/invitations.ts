import { assertOperator, assertPartner, assertRecentProof, mayDo } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { countInvite, takeBack } from "../sign-in/throttle";
import { emailKey } from "../values/text";
import { OPERATOR_INVITED, USER_INVITED } from "./actions";
import { type Invitation, inviteInto } from "./links";
import { dropSecondFactor, relink } from "./members";
import type { Invite } from "./schema";

/** Members of one team, including invited ones. */
const MAX_MEMBERS = 200;

/**
 * Invites someone to a partner's team. Throws `conflict` if the email address has an account or the
 * team is full, and `too_many_attempts` after ten addresses that had one.
 */
export async function inviteUser(
  ctx: Ctx,
  { partnerId, ...input }: OfPartner & Invite,
): Promise<Invitation> {
  // Checked first: a caller without permission must not use up the attempts of those who have it.
  if (!mayDo(ctx.actor, USER_INVITED)) fail("forbidden");
  assertPartner(ctx, partnerId);
  assertRecentProof(ctx, USER_INVITED);
  const subjects = ctx.actor.kind === "user" ? await countInvite(ctx, partnerId) : null;
  return change(ctx, { action: USER_INVITED, partnerId }, async (tx) => {
    const members = await tx.user.count({ where: { partnerId } });
    if (members >= MAX_MEMBERS)
      fail("conflict", { message: `A team can have at most ${MAX_MEMBERS} members.` });
    const invitation = await inviteInto(tx, ctx, { ...input, partnerId });
    if (subjects) await takeBack(tx, subjects);
    const detail = { email: emailKey(input.email), role: input.role };
    return { result: invitation, subject: invitation.userId, detail };
  });
}

/** Invites an operator. Throws `conflict` if the email address has an account. */
export async function inviteOperator(ctx: Ctx, input: { email: string }): Promise<Invitation> {
  return change(ctx, { action: OPERATOR_INVITED, partnerId: null }, async (tx) => {
    const user = { email: input.email, role: "operator", partnerId: null } as const;
    const invitation = await inviteInto(tx, ctx, user);
    const detail = { email: emailKey(input.email) };
    return { result: invitation, subject: invitation.userId, detail };
  });
}

/** Issues a reset link for a lost password; the old password works until a new one is chosen. */
export async function resetUser(ctx: Ctx, input: { email: string }): Promise<Invitation> {
  return relink(ctx, await findAccount(ctx, input.email));
}

/**
 * Turns off the second factor of someone who has lost it, and ends all their sessions; for
 * operators.
 */
export async function resetUserSecondFactor(ctx: Ctx, input: { email: string }): Promise<void> {
  await dropSecondFactor(ctx, await findAccount(ctx, input.email));
}

/** The account with this email address; for operators. Throws `not_found`. */
async function findAccount(ctx: Ctx, email: string) {
  assertOperator(ctx);
  const user = await ctx.db.user.findUnique({ where: { emailKey: emailKey(email) } });
  if (!user) fail("not_found", { message: `No user with the email ${email}.` });
  return { userId: user.id, partnerId: user.partnerId };
}
