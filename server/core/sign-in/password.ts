import { personOf } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import type { PasswordHasher } from "../kernel/ports";
import { USER_PASSWORD_SET, USER_PROOF_FAILED } from "./actions";
import { mailAccount } from "./mail-account";
import { PASSWORD_CHANGED, whereOf } from "./mails";
import { recordFailure } from "./record-failure";
import { renewSession } from "./renew-session";
import { clearAttempts, countAttempt } from "./throttle";

/**
 * Changes the caller's own password and ends all sessions. Returns the id of the one that continues the
 * current session. Throws `validation_failed`, and `unauthenticated` for a session that has ended.
 */
export async function changePassword(
  ctx: Ctx,
  input: { current: string; next: string },
): Promise<{ sessionId: string }> {
  const user = await provePassword(ctx, input.current);
  const passwordHash = await ctx.passwords.forClient(
    ctx.address,
    (hasher) => hasher.hash(input.next),
    isSignedIn,
  );
  const { partnerId } = user;
  return change(ctx, { action: USER_PASSWORD_SET, partnerId }, async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    const sessionId = await renewSession(tx, ctx);
    await tx.oneTimeLink.deleteMany({ where: { userId: user.id } });
    await mailAccount(tx, ctx, { user, type: PASSWORD_CHANGED, data: whereOf(ctx) });
    return { result: { sessionId }, subject: user.id, detail: { by: "owner" } };
  });
}

/**
 * The caller's own account, after checking the password. Throws `validation_failed` at `current`
 * for a wrong one, and `too_many_attempts`: it shares the count with sign-in, so that a stolen
 * session is no way to guess the password.
 */
export function provePassword(ctx: Ctx, current: string) {
  const prove = (hasher: PasswordHasher) => proveWith(hasher, ctx, current);
  return ctx.passwords.forClient(ctx.address, prove, isSignedIn);
}

// Whoever has a session is known, whatever the address.
const isSignedIn = async () => true;

async function proveWith(hasher: PasswordHasher, ctx: Ctx, current: string) {
  const user = await ctx.db.user.findUnique({ where: { id: personOf(ctx).userId } });
  if (!user) fail("not_found");
  const { address } = ctx;
  const subjects = await countAttempt(ctx, { email: user.email, address });
  if (!(await hasher.verify(user.passwordHash, current))) {
    await recordFailure(ctx, { action: USER_PROOF_FAILED, user, reason: "password" });
    refuse({ path: "current", message: "Incorrect password." });
  }
  await ctx.transact((tx) => clearAttempts(tx, subjects));
  return user;
}
