import type { Ctx, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { newId } from "../kernel/ids";
import { isLive } from "../keys/view";
import { findPlatformKey } from "../platform-keys/queries";
import { PLATFORM_KEY_LEAK_DISMISSED, PLATFORM_KEY_LEAKED } from "./actions";
import { MAX_OPEN_LEAKS } from "./limits";
import { LEAK_NOTIFICATIONS } from "./notifications";
import type { Place } from "./place";

type Recorded = { keyId: string; place: Place; revokes: boolean };

/**
 * Records a place in which a platform key was found, and notifies operators: no partner's feed has
 * an event of it. Returns whether somebody still has to do something about this place.
 */
export function recordPlatformKeyLeak(ctx: Ctx, of: Recorded): Promise<boolean> {
  const { keyId, place, revokes } = of;
  const now = ctx.clock.now();
  return change(ctx, { action: PLATFORM_KEY_LEAKED, partnerId: null }, async (tx) => {
    // Reports of one key come one after the other: the platform has no row that change() could lock.
    await lock(tx, keyId);
    const key = await tx.platformKey.findUniqueOrThrow({ where: { id: keyId } });
    const unchanged = (result: boolean) => ({ result, subject: keyId, unchanged: true });
    if (!isLive(key, now)) return unchanged(false);
    const where = { keyId_place: { keyId, place: place.hash } };
    const known = await tx.platformKeyLeak.findUnique({ where });
    if (known) return unchanged(known.dismissedAt === null);
    const open = await tx.platformKeyLeak.count({ where: { keyId, dismissedAt: null } });
    if (open >= MAX_OPEN_LEAKS) return unchanged(true);
    const { source, url, hash } = place;
    const id = newId("keyLeak", now.getTime());
    const found = { id, keyId, place: hash, source, url, reportedAt: now };
    await tx.platformKeyLeak.create({ data: { ...found, dismissedAt: null, dismissedBy: null } });
    if (key.leakedAt === null) {
      await tx.platformKey.update({ where: { id: keyId }, data: { leakedAt: now } });
    }
    // Loaded lazily, as the database client in customers.ts.
    const { recordFact } = await import("../notifications/mutations");
    await recordFact(tx, ctx, {
      type: { name: "platform_key.leaked", ...LEAK_NOTIFICATIONS["platform_key.leaked"] },
      factId: id,
      subjectId: keyId,
      data: { label: key.label, source, url, outcome: revokes ? "revoked" : "active" },
    });
    return { result: true, subject: keyId, detail: { label: key.label, source, url } };
  });
}

/**
 * Takes the mark off a platform key, as dismissLeak() off a partner's. Throws `not_found`.
 * Idempotent.
 */
export async function dismissPlatformKeyLeak(
  ctx: Ctx,
  { keyId }: { keyId: string },
): Promise<void> {
  await findPlatformKey(ctx, { keyId });
  await change(ctx, { action: PLATFORM_KEY_LEAK_DISMISSED, partnerId: null }, async (tx) => {
    await lock(tx, keyId);
    const { label, leakedAt } = await tx.platformKey.findUniqueOrThrow({ where: { id: keyId } });
    if (leakedAt === null) return { result: undefined, subject: keyId, unchanged: true };
    const dismissed = { dismissedAt: ctx.clock.now(), dismissedBy: actorLabel(ctx.actor) };
    await tx.platformKeyLeak.updateMany({ where: { keyId, dismissedAt: null }, data: dismissed });
    await tx.platformKey.update({ where: { id: keyId }, data: { leakedAt: null } });
    return { result: undefined, subject: keyId, detail: { label } };
  });
}

async function lock(tx: Tx, keyId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM platform_keys WHERE id = ${keyId} FOR UPDATE`;
}
