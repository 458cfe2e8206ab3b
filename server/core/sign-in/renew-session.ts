import { personOf } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { newId } from "../kernel/ids";

/**
 * Ends all of the caller's sessions and continues the current one under a new id, so that a copied
 * cookie stops working too. Returns the id for the caller's new cookie. Device, start and end stay
 * the same. The caller must have just reauthenticated. Throws `unauthenticated` if the current
 * session has ended meanwhile.
 */
export async function renewSession(tx: Tx, ctx: Ctx): Promise<string> {
  const { userId, sessionId } = personOf(ctx);
  const now = ctx.clock.now();
  const id = newId("session", now.getTime());
  await tx.session.deleteMany({ where: { userId, NOT: { id: sessionId } } });
  const { count } = await tx.session.updateMany({
    where: { id: sessionId, userId },
    data: { id, provedAt: now },
  });
  return count === 1 ? id : fail("unauthenticated");
}
