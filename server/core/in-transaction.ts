import type { Ctx, Tx } from "./actor";

/**
 * Runs `run` with a context whose reads and changes share one transaction. Their events are written
 * last, and their announcements follow the commit, before this returns.
 */
export async function inTransaction<T>(
  ctx: Ctx,
  run: (ctx: Ctx, tx: Tx) => Promise<T>,
): Promise<T> {
  const changedPartners = new Set<string>();
  const result = await ctx.transact((tx, outbox) => {
    const announce = async (partnerId: string) => void changedPartners.add(partnerId);
    return run({ ...ctx, db: tx, transact: (work) => work(tx, outbox), announce }, tx);
  });
  for (const partnerId of changedPartners) await ctx.announce(partnerId);
  return result;
}
