import { personOf } from "../access";
import type { Ctx, Tx } from "../actor";
import { fail } from "../errors";
import { newId } from "../ids";

/**
 * Ends every session of the caller's and continues the current one under a new id, so that a copy of
 * its cookie ends too. Returns the id, for the caller's new cookie. Its device, start and end stay as
 * they were. The caller has just proved who they are. Throws `unauthenticated` where the current
 * session was ended meanwhile.
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
