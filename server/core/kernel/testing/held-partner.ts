import { expect } from "vitest";
import { deferred } from "../../../testing/deferred";
import type { Ctx, Tx } from "../actor";

/**
 * Holds a partner as a change that takes long. Resolves with what ends that change, after it has done
 * `last`.
 */
export async function holdPartner({ transact }: Ctx, partnerId: string) {
  const { promise: held, resolve: isHeld } = deferred();
  const { promise: released, resolve: release } = deferred<(tx: Tx) => Promise<unknown>>();
  const holding = transact(async (tx) => {
    await tx.$queryRaw`SELECT id FROM partners WHERE id = ${partnerId} FOR NO KEY UPDATE`;
    isHeld();
    await (await released)(tx);
  });
  await held;
  return async (last: (tx: Tx) => Promise<unknown> = async () => undefined) => {
    release(last);
    await holding;
  };
}

/** The statements that wait for locks, once there are so many. */
export async function waitingFor({ db }: Ctx, count: number): Promise<string[]> {
  let found: { query: string }[] = [];
  await expect
    .poll(async () => {
      found = await db.$queryRaw<{ query: string }[]>`
        SELECT query FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return found.length;
    })
    .toBe(count);
  return found.map(({ query }) => query);
}
