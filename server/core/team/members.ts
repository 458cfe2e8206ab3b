import type { Prisma, Role } from "../../../prisma/client/client";
import { assertPartner, mayDo, personOf, within } from "../kernel/access";
import type { Ctx, OfPartner, TeamRole, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { assertExpected, type Expecting } from "../kernel/expected";
import { findBounces } from "../mail/queries";
import { mailAccount } from "../sign-in/mail-account";
import { SECOND_FACTOR_CHANGED, whereOf } from "../sign-in/mails";
import { emailNote } from "../values/scripts";
import { USER_REMOVED, USER_RESET, USER_ROLE_SET, USER_SECOND_FACTOR_RESET } from "./actions";
import { endLinksMadeBy, type Invitation, issueLink } from "./links";

const WITH_STATE = {
  secondFactor: { select: { enabledAt: true } },
  links: { where: { usedAt: null }, select: { expiresAt: true, kind: true } },
} as const;
type Row = Prisma.UserGetPayload<{ include: typeof WITH_STATE }>;
/** `partnerId` is null for operators. */
type Account = { userId: string; partnerId: string | null };

/** A member of a partner's team. */
export type Member = {
  id: string;
  email: string;
  /** A note on a misleading email address, or null. */
  emailNote: string | null;
  role: Role;
  lastSignedInAt: Date | null;
  hasSecondFactor: boolean;
  /** When a pending invite expires; null for members. */
  invitedUntil: Date | null;
  isInvited: boolean;
  isSelf: boolean;
  /** Why the latest mail to them was refused, as a sentence; null if it was not. */
  mailRefused: string | null;
};

/** A partner's members, owners first, including invited ones. */
export async function listMembers(ctx: Ctx, { partnerId }: OfPartner): Promise<Member[]> {
  assertPartner(ctx, partnerId);
  const rows = await ctx.db.user.findMany({
    where: { partnerId },
    orderBy: [{ role: "asc" }, { emailKey: "asc" }],
    include: WITH_STATE,
  });
  // For those who can do something about it.
  const ids = mayDo(ctx.actor, USER_RESET) ? rows.map(({ id }) => id) : [];
  const bounces = await findBounces(ctx.db, ids);
  return rows.map((row) => ({
    ...memberOf(ctx, row),
    mailRefused: bounces.get(row.id)?.reason ?? null,
  }));
}

function memberOf(ctx: Ctx, row: Row): Omit<Member, "mailRefused"> {
  const { id, email, role, lastSignedInAt, passwordHash, secondFactor, links } = row;
  const isInvited = passwordHash === null;
  return {
    id,
    email,
    emailNote: emailNote(email),
    role,
    lastSignedInAt,
    isInvited,
    hasSecondFactor: Boolean(secondFactor?.enabledAt),
    invitedUntil: isInvited ? (links[0]?.expiresAt ?? null) : null,
    isSelf: ctx.actor.kind === "user" && ctx.actor.userId === id,
  };
}

/**
 * Issues a new one-time link for a member: the invite again, or a password reset. Earlier links
 * become invalid. Throws `not_found`, and `forbidden` for the caller's own account: a session alone
 * must not be enough to choose another password.
 */
export async function relinkMember(ctx: Ctx, { userId }: { userId: string }): Promise<Invitation> {
  assertOther(ctx, userId, OWN_PASSWORD);
  const { partnerId } = await findMember(ctx, userId);
  return relink(ctx, { userId, partnerId });
}

/** Throws `forbidden` for the caller's own account. */
export function assertOther(ctx: Ctx, userId: string, message: string): void {
  if ("userId" in ctx.actor && ctx.actor.userId === userId) fail("forbidden", { message });
}

export const OWN_PASSWORD = "Change your own password in your security settings.";
export const OWN_FACTOR =
  "To turn off your own two-factor authentication, enter your password and a code.";

/** Like relinkMember(), for any account; also used by the command line. */
export async function relink(ctx: Ctx, { userId, partnerId }: Account): Promise<Invitation> {
  return change(ctx, { action: USER_RESET, partnerId }, async (tx) => {
    const user = await memberIn(tx, userId);
    if (user.disabledAt !== null) {
      fail("conflict", { message: "This account is disabled. Enable it first." });
    }
    const kind = user.passwordHash ? "reset" : "invite";
    if (kind === "invite") await assertJoinable(tx, partnerId);
    const invitation = await issueLink(tx, ctx, { user, kind });
    return { result: invitation, subject: user.id, detail: { email: user.email, kind } };
  });
}

/** Nobody joins a terminated partner any more; who has joined may get a new password. */
async function assertJoinable(tx: Tx, partnerId: string | null): Promise<void> {
  if (partnerId === null) return;
  const { terminatedAt } = await tx.partner.findUniqueOrThrow({ where: { id: partnerId } });
  if (terminatedAt) fail("conflict", { message: "The partner is terminated: nobody can join it." });
}

/**
 * Changes a member's role, from the next request on; links that they created end unless the new
 * role is owner. Throws `conflict` for the last owner.
 */
export async function setMemberRole(
  ctx: Ctx,
  { isExpected, ...input }: { userId: string; role: TeamRole } & Expecting<{ role: string }>,
): Promise<void> {
  const { partnerId } = await findMember(ctx, input.userId);
  await change(ctx, { action: USER_ROLE_SET, partnerId }, async (tx) => {
    const user = await memberIn(tx, input.userId);
    assertExpected(isExpected, { role: user.role });
    if (user.role === input.role) return { result: undefined, subject: user.id, unchanged: true };
    await assertNotLastOwner(tx, user);
    await tx.user.update({ where: { id: user.id }, data: { role: input.role } });
    if (input.role !== "owner") await endLinksMadeBy(tx, user.id);
    const detail = { email: user.email, before: user.role, after: input.role };
    return { result: undefined, subject: user.id, detail };
  });
}

/**
 * Removes a member or withdraws an invite: sessions, links for them and links that they created end
 * at once; keys that they created stay. Throws `conflict` for the last owner.
 */
export async function removeMember(ctx: Ctx, input: { userId: string }): Promise<void> {
  const { partnerId } = await findMember(ctx, input.userId);
  await change(ctx, { action: USER_REMOVED, partnerId }, async (tx) => {
    const user = await memberIn(tx, input.userId);
    await assertNotLastOwner(tx, user);
    await tx.user.delete({ where: { id: user.id } });
    const detail = { email: user.email, role: user.role, invited: user.passwordHash === null };
    return { result: undefined, subject: user.id, detail };
  });
}

/**
 * Turns off a member's second factor, for example after a lost phone, and ends the member's
 * sessions. One's own can only be turned off with password and code. Throws `conflict` if there is
 * none.
 */
export async function resetMemberSecondFactor(ctx: Ctx, input: { userId: string }): Promise<void> {
  personOf(ctx);
  assertOther(ctx, input.userId, OWN_FACTOR);
  const { partnerId } = await findMember(ctx, input.userId);
  await dropSecondFactor(ctx, { userId: input.userId, partnerId });
}

/** Like resetMemberSecondFactor(), for any account; also used by the command line. */
export async function dropSecondFactor(ctx: Ctx, { userId, partnerId }: Account): Promise<void> {
  await change(ctx, { action: USER_SECOND_FACTOR_RESET, partnerId }, async (tx) => {
    const { count } = await tx.secondFactor.deleteMany({ where: { userId } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    if (count === 0) fail("conflict", { message: "Two-factor authentication is not enabled." });
    await tx.session.deleteMany({ where: { userId } });
    const user = await memberIn(tx, userId);
    const data = { ...whereOf(ctx), change: "reset" } as const;
    await mailAccount(tx, ctx, { user, type: SECOND_FACTOR_CHANGED, data });
    return { result: undefined, subject: userId, detail: { email: user.email } };
  });
}

/** A member of the caller's team; for operators, of any team. Throws `not_found` for others. */
async function findMember(ctx: Ctx, userId: string): Promise<{ partnerId: string }> {
  const user = await ctx.db.user.findFirst({ where: { id: userId, ...within(ctx) } });
  if (!user?.partnerId) fail("not_found", { message: "Team member not found." });
  return { partnerId: user.partnerId };
}

/** Reads the member again after the partner was locked: another change may have been first. */
async function memberIn(tx: Tx, userId: string) {
  const user = await tx.user.findUnique({ where: { id: userId } });
  return user ?? fail("not_found", { message: "Team member not found." });
}

/** An owner without a password yet does not count. */
async function assertNotLastOwner(
  tx: Tx,
  user: { id: string; role: Role; partnerId: string | null; passwordHash: string | null },
): Promise<void> {
  if (user.role !== "owner" || user.passwordHash === null) return;
  const others = await tx.user.count({
    where: {
      partnerId: user.partnerId,
      role: "owner",
      passwordHash: { not: null },
      NOT: { id: user.id },
    },
  });
  if (others === 0) fail("conflict", { message: "You can't remove the last owner." });
}
