import type { Ctx, Tx } from "./actor";

/**
 * Runs `run` with a context whose reads and changes share one transaction. Their events are written
 * last, and their announcements follow the commit, before this returns.
 */
export async function inTransaction<T>(
  ctx: Ctx,
  run: (ctx: Ctx, tx: Tx) => Promise<T>,
): Promise<T> {
  const changedPartners = new Map<string, { narrows: boolean }>();
  const result = await ctx.transact((tx, outbox) => {
    const announce: Ctx["announce"] = async (partnerId, { narrows }) => {
      const known = changedPartners.get(partnerId);
      changedPartners.set(partnerId, { narrows: narrows || known?.narrows === true });
      return false;
    };
    return run({ ...ctx, db: tx, transact: (work) => work(tx, outbox), announce }, tx);
  });
  await Promise.all([...changedPartners].map(([id, how]) => ctx.announce(id, how)));
  return result;
}
