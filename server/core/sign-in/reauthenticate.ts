import { personOf } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { USER_REAUTHENTICATED } from "./actions";
import { checkCode } from "./check-code";
import { provePassword } from "./password";
import { refuseWrongCode } from "./second-factor";

/** The password, or a code if the account has a second factor. */
export type Proof = { current: string } | { code: string };

/**
 * Reauthenticates the caller for the next 15 minutes of the current session. Throws
 * `validation_failed` at `current` or `code`, `too_many_attempts` as at sign-in, and
 * `unauthenticated` for a session that has ended.
 */
export async function reauthenticate(ctx: Ctx, proof: Proof): Promise<void> {
  const { userId, sessionId } = personOf(ctx);
  const user =
    "current" in proof
      ? await provePassword(ctx, proof.current)
      : await ctx.db.user.findUnique({ where: { id: userId } });
  if (!user) fail("unauthenticated");
  const now = ctx.clock.now();
  const target = { action: USER_REAUTHENTICATED, partnerId: user.partnerId } as const;
  const prove = (proveIn: (tx: Tx) => Promise<string>) =>
    change(ctx, target, async (tx) => {
      const by = await proveIn(tx);
      const where = { id: sessionId, userId };
      const { count } = await tx.session.updateMany({ where, data: { provedAt: now } });
      if (count === 0) fail("unauthenticated");
      return { result: undefined, subject: userId, detail: { by } };
    });
  if ("current" in proof) return prove(async () => "password");
  const { email } = user;
  const onWrong = () => refuseWrongCode(ctx, user);
  const guess = { userId, email, address: ctx.address, code: proof.code };
  return checkCode(ctx, guess, { run: prove, onWrong });
}
