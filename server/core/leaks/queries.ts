import { assertOperator } from "../kernel/access";
import type { Ctx, ReadDb, Tx } from "../kernel/actor";
import { getKey } from "../keys/queries";
import { findPlatformKey } from "../platform-keys/queries";
import { MAX_OPEN_LEAKS } from "./limits";
import type { Leak, LeakPolicy } from "./schema";

/** What happens to leaked keys, for operators. */
export async function getLeakPolicy(ctx: Ctx): Promise<LeakPolicy> {
  assertOperator(ctx);
  return currentPolicy(ctx.db);
}

/** The newest decision; without one, the partner is notified. */
export async function currentPolicy(db: ReadDb | Tx): Promise<LeakPolicy> {
  const row = await db.leakPolicy.findFirst({ orderBy: { version: "desc" } });
  return { policy: row?.revokes ? "revoke" : "notify", changedAt: row?.createdAt ?? null };
}

/**
 * The places in which a platform key was found, newest first, without dismissed ones; for operators.
 * Throws `not_found`.
 */
export async function listPlatformKeyLeaks(
  ctx: Ctx,
  { keyId }: { keyId: string },
): Promise<Leak[]> {
  await findPlatformKey(ctx, { keyId });
  return ctx.db.platformKeyLeak.findMany(openPlaces(keyId));
}

/**
 * The places in which a key was found, newest first, without dismissed ones. Throws `not_found`,
 * also for another partner's key.
 */
export async function listLeaks(ctx: Ctx, { keyId }: { keyId: string }): Promise<Leak[]> {
  await getKey(ctx, { keyId });
  return ctx.db.keyLeak.findMany(openPlaces(keyId));
}

const openPlaces = (keyId: string) =>
  ({
    where: { keyId, dismissedAt: null },
    orderBy: { id: "desc" },
    take: MAX_OPEN_LEAKS,
    select: { id: true, source: true, url: true, reportedAt: true },
  }) as const;
