import { personOf } from "../access";
import type { Ctx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { acceptCode } from "./codes";
import { provePassword } from "./password";
import { refuseWrongCode } from "./second-factor";
import { clearAttempts, countCode } from "./throttle";

/** The password, or a code if the account has a second factor. */
export type Proof = { current: string } | { code: string };

/**
 * Reauthenticates the caller for the next 15 minutes of the current session. Throws
 * `validation_failed` at `current` or `code`, `too_many_attempts` as at sign-in, and
 * `unauthenticated` for a session that has ended.
 */
export async function reauthenticate(ctx: Ctx, proof: Proof): Promise<void> {
  const { userId, sessionId } = personOf(ctx);
  const { address } = ctx;
  const user =
    "current" in proof
      ? await provePassword(ctx, proof.current)
      : await ctx.db.user.findUnique({ where: { id: userId } });
  if (!user) fail("unauthenticated");
  const subjects = "code" in proof ? await countCode(ctx, { email: user.email, address }) : null;
  const now = ctx.clock.now();
  const target = { action: "user.reauthenticated", partnerId: user.partnerId } as const;
  const proving = change(ctx, target, async (tx) => {
    const by =
      "code" in proof ? await acceptCode(tx, ctx, { userId, code: proof.code, now }) : "password";
    if (subjects) await clearAttempts(tx, { subjects, userId, address, now });
    const where = { id: sessionId, userId };
    const { count } = await tx.session.updateMany({ where, data: { provedAt: now } });
    if (count === 0) fail("unauthenticated");
    return { result: undefined, subject: userId, detail: { by } };
  });
  await proving.catch((error: unknown) => refuseWrongCode(ctx, user, error));
}
