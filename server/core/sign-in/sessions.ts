import type { Prisma, Role } from "../../../prisma/client/client";
import { personOf } from "../kernel/access";
import type { Actor, Core, Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { newId } from "../kernel/ids";
import type { PasswordHasher } from "../kernel/ports";
import { takeQuotas } from "../kernel/quota";
import { emailKey } from "../values/text";
import { USER_SIGN_IN_FAILED, USER_SIGNED_IN, USER_SIGNED_OUT } from "./actions";
import { checkCode } from "./check-code";
import { mailAccount } from "./mail-account";
import { SIGNED_IN_ANEW, signInData } from "./mails";
import { recordFailure } from "./record-failure";
import { needsSecondFactor } from "./second-factor";
import {
  clearAttempts,
  countAttempt,
  isKnownNetwork,
  rememberAddress,
  type Subjects,
  takeBack,
} from "./throttle";

const SESSION_LIFETIME_MS = 7 * 24 * 3_600_000;
export const SESSION_LIFETIME_SECONDS = SESSION_LIFETIME_MS / 1000;
/** The accuracy of "last seen"; requests within it write nothing. */
const SEEN_EVERY_MS = 60_000;

/** Mails about sign-ins to one person per day: enough to notice, and no flood. */
const SIGN_IN_MAILS = 5;

const WITH_FACTOR = { secondFactor: { select: { enabledAt: true } } } as const;
type UserRow = Prisma.UserGetPayload<{ include: typeof WITH_FACTOR }>;

/** The client that signs in; `address` is null if unknown. */
type Origin = { address: string | null; userAgent: string | null };
type SignIn = { email: string; password: string; code?: string | null } & Origin;

/**
 * Signs in and returns the id of the new session. Throws `unauthenticated`, with the same response
 * and timing for an unknown address and a wrong password; after the right password
 * `second_factor_required` or `second_factor_invalid` if the account has a second factor; and
 * `too_many_attempts`.
 */
export function signIn(core: Core, input: SignIn): Promise<{ sessionId: string }> {
  return core.passwords.forClient(
    input.address,
    (hasher) => signInWith(hasher, core, input),
    () => isKnownNetwork(core, input),
  );
}

async function signInWith(
  hasher: PasswordHasher,
  core: Core,
  input: SignIn,
): Promise<{ sessionId: string }> {
  const subjects = await countAttempt(core, input);
  // Without its second factor, which would be one more query than for an unknown address.
  const found = await core.db.user.findUnique({ where: { emailKey: emailKey(input.email) } });
  const isRight = await hasher.verify(found?.passwordHash ?? null, input.password);
  // A disabled account gets the same response as an unknown one.
  if (!found || !isRight || found.disabledAt !== null) {
    const user = found && { ...found, secondFactor: null };
    await recordSignInFailure(core, input, { user, reason: isRight ? "disabled" : "password" });
    failSignIn();
  }
  const factorOf = { where: { userId: found.id }, ...WITH_FACTOR.secondFactor };
  const user = { ...found, secondFactor: await core.db.secondFactor.findUnique(factorOf) };

  const now = core.clock.now();
  const needsCode = Boolean(user.secondFactor?.enabledAt);
  if (needsCode) await takeBackPassword(core, input, subjects);
  const sessionId = newId("session", now.getTime());
  // It begins in the change itself.
  const actor = actorOf(core, user, { id: "", provedAt: now });
  const ctx: Ctx = { ...core, address: input.address, actor };
  const target = { action: USER_SIGNED_IN, partnerId: user.partnerId } as const;
  const isNew = await isFromNewNetwork(core, user, input);
  const enter = (accept?: (tx: Tx) => Promise<string>) =>
    change(ctx, target, async (tx) => {
      const by = await accept?.(tx);
      await startSession(tx, { id: sessionId, userId: user.id, now, origin: input });
      await clearAttempts(tx, subjects);
      await rememberAddress(tx, { userId: user.id, address: input.address, now });
      if (isNew) await mailSignIn(tx, ctx, { user, userAgent: input.userAgent });
      return {
        result: { sessionId },
        subject: user.id,
        detail: by ? { second_factor: by } : {},
      };
    });
  if (!needsCode) return enter();
  const { id: userId, email } = user;
  return checkCode(
    core,
    { userId, email, address: input.address, code: input.code ?? "" },
    {
      run: enter,
      onWrong: async (error) => {
        await recordSignInFailure(core, input, { user, reason: "code" });
        throw error;
      },
    },
  );
}

/** False for the first sign-in, and if nothing would be sent anyway. */
async function isFromNewNetwork(core: Core, user: UserRow, input: SignIn): Promise<boolean> {
  if (!core.mail.isOn || user.lastSignedInAt === null) return false;
  return !(await isKnownNetwork(core, input));
}

async function mailSignIn(
  tx: Tx,
  ctx: Ctx,
  { user, userAgent }: { user: UserRow; userAgent: string | null },
): Promise<void> {
  const quota = { subject: ["sign-in mails to", user.id], perDay: SIGN_IN_MAILS };
  if (!(await takeQuotas(tx, [quota], ctx.clock.now()))) return;
  await mailAccount(tx, ctx, { user, type: SIGNED_IN_ANEW, data: signInData(ctx, userAgent) });
}

/** Records the account, if there is one; never the typed address. */
function recordSignInFailure(
  core: Core,
  { address }: Origin,
  { user, reason }: { user: UserRow | null; reason: "password" | "code" | "disabled" },
): Promise<void> {
  const nobody: Actor = { kind: "system", name: "sign-in" };
  const session = { id: "", provedAt: core.clock.now() };
  const actor = user ? actorOf(core, user, session) : nobody;
  const failure = { action: USER_SIGN_IN_FAILED, user, reason } as const;
  return recordFailure({ ...core, actor, address }, failure);
}

function failSignIn(): never {
  return fail("unauthenticated", { message: "Incorrect email or password." });
}

/**
 * The right password is not a failure, but does not clear earlier ones either. Throws
 * `second_factor_required` without a code.
 */
async function takeBackPassword(core: Core, input: SignIn, first: Subjects): Promise<void> {
  if (!input.code) {
    await core.transact((tx) => takeBack(tx, first));
    fail("second_factor_required");
  }
  // The address stays charged until the code is right too.
  await core.transact((tx) => takeBack(tx, { ...first, address: null }));
}

async function startSession(
  tx: Prisma.TransactionClient,
  input: { id: string; userId: string; now: Date; origin: Origin },
): Promise<void> {
  const { id, userId, now, origin } = input;
  // The account may have been disabled since the password was checked.
  const user = { where: { id: userId, disabledAt: null }, data: { lastSignedInAt: now } };
  if ((await tx.user.updateMany(user)).count === 0) failSignIn();
  await tx.session.deleteMany({ where: { userId, expiresAt: { lte: now } } });
  await tx.session.create({
    data: {
      id,
      userId,
      createdAt: now,
      lastSeenAt: now,
      provedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
      address: origin.address,
      userAgent: origin.userAgent?.slice(0, 256) ?? null,
    },
  });
}

/** The actor of a session, looked up on every request; null once it has ended. */
export async function findSessionActor(core: Core, sessionId: string): Promise<Actor | null> {
  const session = await findSession(core, sessionId);
  return session && actorOf(core, session.user, session);
}

/** Like findSessionActor(), and also records the time and address of the request. */
export async function noteSession(
  core: Core,
  input: { sessionId: string; address: string | null },
): Promise<Actor | null> {
  const session = await findSession(core, input.sessionId);
  if (!session) return null;
  const now = core.clock.now();
  // In both directions: a clock that was ahead may have stored a future time.
  const isDue = Math.abs(now.getTime() - session.lastSeenAt.getTime()) >= SEEN_EVERY_MS;
  if (isDue) {
    // Of many concurrent requests, one writes.
    const where = { id: session.id, lastSeenAt: session.lastSeenAt };
    const lastEnd = now.getTime() + SESSION_LIFETIME_MS;
    const expiresAt = new Date(Math.min(session.expiresAt.getTime(), lastEnd));
    const data = { lastSeenAt: now, address: input.address ?? session.address, expiresAt };
    await core
      .transact((tx) => tx.session.updateMany({ where, data }))
      .catch((error: unknown) => {
        // On a full disk, reading still works.
        if (!core.isUnavailable(error)) throw error;
      });
  }
  return actorOf(core, session.user, session);
}

/** Whether a session has not ended: findSessionActor() in one statement, for a call that takes long. */
export async function isSignedIn(core: Core, sessionId: string): Promise<boolean> {
  const where = whereLive(core, sessionId);
  return (await core.db.session.findUnique({ where, select: { id: true } })) !== null;
}

function findSession(core: Core, sessionId: string) {
  const where = whereLive(core, sessionId);
  return core.db.session.findUnique({ where, include: { user: { include: WITH_FACTOR } } });
}

const whereLive = ({ clock }: Core, id: string) => ({
  id,
  expiresAt: { gt: clock.now() },
  user: { disabledAt: null },
});

/** The caller as a person: email and role. Throws `forbidden` for keys and the system. */
export async function whoAmI(ctx: Ctx): Promise<{ id: string; email: string; role: Role }> {
  const { actor } = ctx;
  if (!("userId" in actor)) fail("forbidden");
  const user = await ctx.db.user.findUnique({ where: { id: actor.userId } });
  return user ? { id: user.id, email: user.email, role: user.role } : fail("unauthenticated");
}

/** Ends the caller's current session. */
export async function signOut(ctx: Ctx): Promise<void> {
  const actor = personOf(ctx);
  const partnerId = actor.kind === "user" ? actor.partnerId : null;
  await change(ctx, { action: USER_SIGNED_OUT, partnerId }, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: actor.sessionId } });
    return { result: undefined, subject: actor.userId, unchanged: count === 0 };
  });
}

function actorOf(core: Core, user: UserRow, session: { id: string; provedAt: Date }): Actor {
  const { id: userId, email, role, partnerId, secondFactor } = user;
  const hasSecondFactor = Boolean(secondFactor?.enabledAt);
  const { id: sessionId, provedAt } = session;
  const signedIn = { userId, sessionId, provedAt, hasSecondFactor };
  if (role !== "operator" && partnerId !== null) {
    return { kind: "user", email, partnerId, role, ...signedIn };
  }
  const mustEnrol = needsSecondFactor(core, user) && !hasSecondFactor;
  return { kind: "operator", ...signedIn, ...(mustEnrol && { mustEnrol }) };
}
