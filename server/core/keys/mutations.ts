import type { Prisma } from "../../../prisma/client/client";
import type { Ctx, OfPartner, Tx } from "../actor";
import { actorLabel, change } from "../change";
import { fail, refuse } from "../errors";
import { newId } from "../ids";
import { conflictOn } from "../unique";
import { hashBytes, hashPlaintext, newPlaintext, plaintextEnds } from "./format";
import { findKey } from "./queries";
import { type KeyIssue, REVOKE_AFTER_MS, type RevokeAfter } from "./schema";
import { isLive, type KeyView, keyView, liveWhere } from "./view";

/** A key with its plaintext: the one time that it is shown. */
export type IssuedKey = { key: KeyView; plaintext: string };

/** Issues a key. Throws `conflict` at the partner's cap of active keys, `validation_failed` on a past expiry. */
export async function issueKey(
  ctx: Ctx,
  { partnerId, ...input }: OfPartner & KeyIssue & { perMinute?: number | null },
): Promise<IssuedKey> {
  const now = ctx.clock.now();
  if (input.perMinute && ctx.actor.kind === "user") fail("forbidden");
  assertAhead(ctx, input.expiresAt);
  return change(ctx, { action: "key.issued", partnerId }, async (tx) => {
    const issued = await insertKey(tx, ctx, partnerId, newKey(input, now));
    return { result: issued, subject: issued.key.id, detail: describeKey(issued.key) };
  });
}

/** Throws `validation_failed` for a past expiry; none, or null, is for ever. */
export function assertAhead({ clock }: Ctx, expiresAt: Date | null | undefined): void {
  if (!expiresAt || expiresAt > clock.now()) return;
  refuse({ path: "expiresAt", message: "must lie ahead" });
}

/** The one live successor of a live key: same label, scopes, limit and expiry. Both stay valid. */
export async function rotateKey(ctx: Ctx, { keyId }: { keyId: string }): Promise<IssuedKey> {
  const now = ctx.clock.now();
  const { partnerId } = await findKey(ctx, { keyId });
  return change(ctx, { action: "key.rotated", partnerId }, async (tx) => {
    const old = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    if (!isLive(old, now)) fail("conflict", { message: "only a live key can be rotated" });
    const { id: replacesId, label, scopes, expiresAt, perMinute } = old;
    const wanted = { now, label, scopes, expiresAt, perMinute, replacesId };
    const issued = await insertKey(tx, ctx, partnerId, wanted);
    return { result: issued, subject: old.id, detail: { label, successor: issued.key.id } };
  });
}

/**
 * Revokes at once or at a time ahead, which can be brought forward and never put off. Effective in
 * every process before this returns; doing it again is harmless.
 */
export async function revokeKey(
  ctx: Ctx,
  input: { keyId: string; after: RevokeAfter },
): Promise<KeyView> {
  const now = ctx.clock.now();
  const revokedAt = new Date(now.getTime() + REVOKE_AFTER_MS[input.after]);
  const retiresAt = input.after === "now" ? null : revokedAt;
  const { partnerId } = await findKey(ctx, { keyId: input.keyId });
  return change(ctx, { action: "key.revoked", partnerId }, async (tx) => {
    const before = await tx.apiKey.findUniqueOrThrow({ where: { id: input.keyId } });
    const where = { id: before.id };
    const isFact = before.revokedAt !== null && before.retiresAt === null;
    if (isFact || (before.revokedAt && before.revokedAt <= revokedAt)) {
      // A plan whose time has come by this clock becomes the fact: by another clock it may lie ahead.
      const isSettled = retiresAt === null && !isFact;
      const row = isSettled ? await tx.apiKey.update({ where, data: { retiresAt } }) : before;
      return { result: keyView(row, now), subject: row.id, unchanged: true };
    }
    const data = { revokedAt, retiresAt, revokedBy: actorLabel(ctx.actor) };
    const row = await tx.apiKey.update({ where, data });
    const detail = { label: row.label, at: revokedAt.toISOString(), planned: retiresAt !== null };
    return { result: keyView(row, now), subject: row.id, detail };
  });
}

/** Gives a key its own limit in requests per minute, or with null the default; in force at the next request. */
export async function setKeyLimit(
  ctx: Ctx,
  input: { keyId: string; perMinute: number | null },
): Promise<KeyView> {
  const { partnerId } = await findKey(ctx, { keyId: input.keyId });
  return change(ctx, { action: "key.limit_set", partnerId }, async (tx) => {
    const before = await tx.apiKey.findUniqueOrThrow({ where: { id: input.keyId } });
    const row = await tx.apiKey.update({
      where: { id: before.id },
      data: { perMinute: input.perMinute },
    });
    const detail = { label: row.label, before: before.perMinute, after: row.perMinute };
    return { result: keyView(row, ctx.clock.now()), subject: row.id, detail };
  });
}

/** Every field is required, so that a new one cannot be lost when a key is rotated. */
type NewKey = {
  now: Date;
  label: string;
  scopes: readonly string[];
  expiresAt: Date | null;
  perMinute: number | null;
  replacesId: string | null;
};

/** A key as it was asked for, which replaces none. */
export function newKey(
  { label, scopes, expiresAt, perMinute }: KeyIssue & { perMinute?: number | null },
  now: Date,
): NewKey {
  return {
    now,
    label,
    scopes,
    expiresAt: expiresAt ?? null,
    perMinute: perMinute ?? null,
    replacesId: null,
  };
}

/** Writes a new key, within the change() that holds or makes the partner. Throws `conflict` at the cap. */
export async function insertKey(
  tx: Tx,
  ctx: Ctx,
  partnerId: string,
  input: NewKey,
): Promise<IssuedKey> {
  await assertBelowCap(tx, partnerId, input.now);
  const plaintext = newPlaintext();
  const { head, tail } = plaintextEnds(plaintext);
  const data: Required<Prisma.ApiKeyCreateManyInput> = {
    id: newId("key", input.now.getTime()),
    partnerId,
    label: input.label,
    hash: hashBytes(hashPlaintext(plaintext)),
    head,
    tail,
    scopes: [...input.scopes],
    perMinute: input.perMinute,
    replacesId: input.replacesId,
    createdAt: input.now,
    createdBy: actorLabel(ctx.actor),
    expiresAt: input.expiresAt,
    retiresAt: null,
    revokedAt: null,
    revokedBy: null,
    lastUsedAt: null,
    lastUsedAddress: null,
  };
  const row = await tx.apiKey
    .create({ data })
    .catch(conflictOn("replaces", "this key already has a live successor"));
  return { key: keyView(row, input.now), plaintext };
}

// The partner's row is held by change(), so no other issue can slip in between count and insert.
async function assertBelowCap(tx: Tx, partnerId: string, now: Date): Promise<void> {
  const { maxActiveKeys } = await tx.partner.findUniqueOrThrow({ where: { id: partnerId } });
  const active = await tx.apiKey.count({ where: { partnerId, ...liveWhere(now) } });
  if (active < maxActiveKeys) return;
  fail("conflict", {
    message: `at most ${maxActiveKeys} active keys: revoke one that is not needed, or ask for more`,
    details: { limit: maxActiveKeys },
  });
}

/** What the audit log keeps of a new key. */
export function describeKey(key: KeyView) {
  return {
    label: key.label,
    scopes: key.scopes,
    expires_at: key.expiresAt?.toISOString() ?? null,
    per_minute: key.perMinute,
  };
}
