import type { Ctx, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { inTransaction } from "../kernel/in-transaction";
import { revokeKey } from "../keys/mutations";
import { findKey, findKeyByPlaintext } from "../keys/queries";
import { isLive, type KeyRow } from "../keys/view";
import { revokePlatformKey } from "../platform-keys/mutations";
import { findPlatformKeyByPlaintext } from "../platform-keys/queries";
import { KEY_LEAK_DISMISSED, KEY_LEAKED, LEAK_POLICY_CHANGED } from "./actions";
import { LEAK_EVENTS } from "./events";
import { MAX_OPEN_LEAKS } from "./limits";
import { type Place, placeOf } from "./place";
import { recordPlatformKeyLeak } from "./platform-keys";
import { currentPolicy } from "./queries";
import type { LeakPolicy, LeakPolicyChange } from "./schema";

type Report = {
  /** As it was found. It is neither stored nor logged. */
  plaintext: string;
  /** The kind of place, such as `commit`. */
  source: string | null;
  url: string | null;
};

/**
 * Records that a key of either type was found in public: marks it, notifies, and revokes it if that is the
 * platform's policy. The same place again changes nothing. Resolves to whether it is a key of this
 * platform; one that is revoked or has expired is one, too, and nothing is recorded.
 */
export async function reportLeak(
  ctx: Ctx,
  { plaintext: reported, ...where }: Report,
): Promise<{ isKey: boolean; keyId: string | null }> {
  const plaintext = reported.trim();
  const found = await findLeaked(ctx, plaintext);
  if (!found) return { isKey: false, keyId: null };
  const place = placeOf(where, plaintext);
  await inTransaction(ctx, async (inner) => {
    const { policy } = await currentPolicy(inner.db);
    const isOpen = await found.record(inner, { place, revokes: policy === "revoke" });
    if (!isOpen || policy !== "revoke") return;
    // The platform's decision, whoever reports it.
    const actor = { kind: "system", name: "leaks" } as const;
    await found.revoke({ ...inner, actor }, { keyId: found.keyId, after: "now" });
  });
  return { isKey: true, keyId: found.keyId };
}

type Finding = { place: Place; revokes: boolean };
type Leaked = {
  keyId: string;
  /** Whether somebody still has to do something about the place. */
  record(ctx: Ctx, finding: Finding): Promise<boolean>;
  revoke(ctx: Ctx, input: { keyId: string; after: "now" }): Promise<unknown>;
};

/** A key of either type, and what a report of it does. */
async function findLeaked(ctx: Ctx, plaintext: string): Promise<Leaked | null> {
  const ids = await findKeyByPlaintext(ctx, plaintext);
  if (ids) {
    const { keyId } = ids;
    return {
      keyId,
      record: (inner, finding) => record(inner, { ...ids, ...finding }),
      revoke: revokeKey,
    };
  }
  const keyId = await findPlatformKeyByPlaintext(ctx, plaintext);
  if (keyId === null) return null;
  return {
    keyId,
    record: (inner, finding) => recordPlatformKeyLeak(inner, { keyId, ...finding }),
    revoke: revokePlatformKey,
  };
}

type Recorded = Finding & { keyId: string; partnerId: string };

/** Whether somebody still has to do something about this place. */
function record(ctx: Ctx, { keyId, partnerId, place, revokes }: Recorded): Promise<boolean> {
  const now = ctx.clock.now();
  return change(ctx, { action: KEY_LEAKED, partnerId }, async (tx) => {
    // change() has locked the partner, so reports of its keys come one after the other.
    const key = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    const unchanged = (result: boolean) => ({ result, subject: keyId, unchanged: true });
    if (!isLive(key, now)) return unchanged(false);
    const where = { keyId_place: { keyId, place: place.hash } };
    const known = await tx.keyLeak.findUnique({ where });
    if (known) return unchanged(known.dismissedAt === null);
    if (await isFull(tx, keyId)) return unchanged(true);
    await insert(tx, { key, place, now });
    const { label } = key;
    const { source, url } = place;
    const data = { label, source, url, revoked: revokes };
    const events = [event(LEAK_EVENTS["key.leaked"], { subject: keyId, data })];
    return { result: true, subject: keyId, detail: { label, source, url }, events };
  });
}

async function isFull(tx: Tx, keyId: string): Promise<boolean> {
  const open = await tx.keyLeak.count({ where: { keyId, dismissedAt: null } });
  return open >= MAX_OPEN_LEAKS;
}

async function insert(
  tx: Tx,
  { key, place, now }: { key: KeyRow; place: Place; now: Date },
): Promise<void> {
  const { source, url, hash } = place;
  await tx.keyLeak.create({
    data: {
      id: newId("keyLeak", now.getTime()),
      keyId: key.id,
      place: hash,
      source,
      url,
      reportedAt: now,
      dismissedAt: null,
      dismissedBy: null,
    },
  });
  if (key.leakedAt === null) {
    await tx.apiKey.update({ where: { id: key.id }, data: { leakedAt: now } });
  }
}

/**
 * Takes the mark off a key: it was not leaked, or the leak does no harm. The same places are not
 * reported again. Idempotent.
 */
export async function dismissLeak(ctx: Ctx, { keyId }: { keyId: string }): Promise<void> {
  const { partnerId } = await findKey(ctx, { keyId });
  await change(ctx, { action: KEY_LEAK_DISMISSED, partnerId }, async (tx) => {
    const { label, leakedAt } = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    if (leakedAt === null) return { result: undefined, subject: keyId, unchanged: true };
    const dismissed = { dismissedAt: ctx.clock.now(), dismissedBy: actorLabel(ctx.actor) };
    await tx.keyLeak.updateMany({ where: { keyId, dismissedAt: null }, data: dismissed });
    await tx.apiKey.update({ where: { id: keyId }, data: { leakedAt: null } });
    return { result: undefined, subject: keyId, detail: { label } };
  });
}

/** Decides what happens to keys that are leaked from now on. The same again changes nothing. */
export function changeLeakPolicy(
  ctx: Ctx,
  { policy, isExpected }: LeakPolicyChange & Expecting<LeakPolicy>,
): Promise<LeakPolicy> {
  return change(ctx, { action: LEAK_POLICY_CHANGED, partnerId: null }, async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('leak policy', 0))`;
    const before = await currentPolicy(tx);
    assertExpected(isExpected, before);
    const subject = "leak_policy";
    if (before.policy === policy) return { result: before, subject, unchanged: true };
    const createdAt = ctx.clock.now();
    const createdBy = actorLabel(ctx.actor);
    await tx.leakPolicy.create({ data: { revokes: policy === "revoke", createdAt, createdBy } });
    const detail = { before: before.policy, after: policy };
    return { result: { policy, changedAt: createdAt }, subject, detail };
  });
}
