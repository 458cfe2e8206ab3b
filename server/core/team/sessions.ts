import type { Prisma, Role } from "../../../prisma/client/client";
import type { Actor, Core, Ctx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { newId } from "../ids";
import { emailKey } from "../text";
import { clearAttempts, countAttempt } from "./throttle";

const SESSION_LIFETIME_MS = 7 * 24 * 3_600_000;
export const SESSION_LIFETIME_SECONDS = SESSION_LIFETIME_MS / 1000;

type UserRow = Prisma.UserGetPayload<object>;
/** Where a sign-in comes from; null where the client's address is not known. */
export type Origin = { address: string | null; userAgent: string | null };

/**
 * Signs in and returns the id of the new session. Throws `unauthenticated`, the same and after the
 * same time for an unknown address and a wrong password, and `too_many_attempts`.
 */
export async function signIn(
  core: Core,
  input: { email: string; password: string } & Origin,
): Promise<{ sessionId: string }> {
  const subjects = await countAttempt(core, input);
  const user = await core.db.user.findUnique({ where: { emailKey: emailKey(input.email) } });
  const isRight = await core.passwords.verify(user?.passwordHash ?? null, input.password);
  if (!user || !isRight) fail("unauthenticated", { message: "wrong email address or password" });

  const now = core.clock.now();
  const sessionId = newId("session", now.getTime());
  const ctx: Ctx = { ...core, address: input.address, actor: actorOf(user, sessionId) };
  const target = { action: "user.signed_in", partnerId: user.partnerId } as const;
  return change(ctx, target, async (tx) => {
    await tx.session.deleteMany({ where: { userId: user.id, expiresAt: { lte: now } } });
    await tx.session.create({
      data: {
        id: sessionId,
        userId: user.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
        address: input.address,
        userAgent: input.userAgent?.slice(0, 256) ?? null,
      },
    });
    await clearAttempts(tx, { subjects, userId: user.id, address: input.address, now });
    return { result: { sessionId }, subject: user.id };
  });
}

/** Who the session belongs to, looked up at each request; null once it has ended. */
export async function findSessionActor(core: Core, sessionId: string): Promise<Actor | null> {
  const session = await core.db.session.findUnique({
    where: { id: sessionId, expiresAt: { gt: core.clock.now() } },
    include: { user: true },
  });
  return session ? actorOf(session.user, session.id) : null;
}

/** The caller as a person: address and role, of onlookers their own. Throws `forbidden` for keys. */
export async function whoAmI(ctx: Ctx): Promise<{ id: string; email: string; role: Role }> {
  const { actor } = ctx;
  if (!("userId" in actor)) fail("forbidden");
  const user = await ctx.db.user.findUnique({ where: { id: actor.userId } });
  return user ? { id: user.id, email: user.email, role: user.role } : fail("unauthenticated");
}

/** Ends one session of the caller's own. */
export async function signOut(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "user" && actor.kind !== "operator") fail("forbidden");
  const partnerId = actor.kind === "user" ? actor.partnerId : null;
  await change(ctx, { action: "user.signed_out", partnerId }, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: actor.sessionId } });
    return { result: undefined, subject: actor.userId, unchanged: count === 0 };
  });
}

/** Changes the caller's own password and ends all other sessions. Throws `validation_failed`. */
export async function changePassword(
  ctx: Ctx,
  input: { current: string; next: string },
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "user" && actor.kind !== "operator") fail("forbidden");
  const user = await ctx.db.user.findUnique({ where: { id: actor.userId } });
  if (!user) fail("not_found");
  // The same count as at sign-in: a stolen session must not become a way to guess the password.
  const subjects = await countAttempt(ctx, { email: user.email, address: ctx.address });
  if (!(await ctx.passwords.verify(user.passwordHash, input.current))) {
    const issue = { path: "current", message: "this is not your current password" };
    fail("validation_failed", { message: issue.message, details: { issues: [issue] } });
  }
  const passwordHash = await ctx.passwords.hash(input.next);
  const { partnerId } = user;
  await change(ctx, { action: "user.password_set", partnerId }, async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await tx.session.deleteMany({ where: { userId: user.id, NOT: { id: actor.sessionId } } });
    await tx.oneTimeLink.deleteMany({ where: { userId: user.id } });
    await clearAttempts(tx, {
      subjects,
      userId: user.id,
      address: ctx.address,
      now: ctx.clock.now(),
    });
    return { result: undefined, subject: user.id, detail: { by: "owner" } };
  });
}

function actorOf(user: UserRow, sessionId: string): Actor {
  const { id: userId, email, role, partnerId } = user;
  if (role === "operator" || partnerId === null) return { kind: "operator", userId, sessionId };
  return { kind: "user", userId, email, partnerId, role, sessionId };
}
