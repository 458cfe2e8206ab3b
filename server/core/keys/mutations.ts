import type { Prisma } from "../../../prisma/client/client";
import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import { type EventFact, event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { conflictOn } from "../kernel/unique";
import { assertDefined } from "../scopes/queries";
import { KEY_ISSUED, KEY_LIMIT_SET, KEY_REVOKED, KEY_ROTATED } from "./actions";
import { KEY_EVENTS } from "./events";
import { hashBytes, hashPlaintext, newPlaintext, plaintextEnds } from "./format";
import { DEFAULT_PER_MINUTE } from "./limits";
import { initialNotice, noticeAgain } from "./notices";
import { findKey } from "./queries";
import { type KeyIssueWithLimit, type KeyLimit, type KeyRevoke, REVOKE_AFTER_MS } from "./schema";
import { isLive, type KeyRow, type KeyView, keyView, liveWhere } from "./view";

/** A key with its plaintext, which is shown only once. */
export type IssuedKey = { key: KeyView; plaintext: string };

/**
 * Creates a key. Throws `conflict` at the partner's cap of active keys, and `validation_failed` for
 * a past expiration or an unknown scope.
 */
export async function issueKey(
  ctx: Ctx,
  { partnerId, ...input }: OfPartner & KeyIssueWithLimit,
): Promise<IssuedKey> {
  const now = ctx.clock.now();
  if (input.perMinute && ctx.actor.kind === "user") fail("forbidden");
  assertAhead(ctx, input.expiresAt);
  return change(ctx, { action: KEY_ISSUED, partnerId }, async (tx) => {
    await assertDefined(tx, { path: "scopes", scopes: input.scopes });
    const issued = await insertKey(tx, ctx, partnerId, newKey(input, now));
    const { key } = issued;
    const detail = describeKey(key);
    return { result: issued, subject: key.id, detail, events: [keyCreated(key)] };
  });
}

/** Throws `validation_failed` for a past expiration; undefined or null is never. */
export function assertAhead(
  { clock }: Ctx,
  expiresAt: Date | null | undefined,
  path = "expiresAt",
): void {
  if (!expiresAt || expiresAt > clock.now()) return;
  refuse({ path, message: "Must be in the future." });
}

/**
 * Creates the one active successor of an active key, with the same label, scopes, limit, address
 * ranges and expiration. Both stay valid.
 */
export async function rotateKey(ctx: Ctx, { keyId }: { keyId: string }): Promise<IssuedKey> {
  const now = ctx.clock.now();
  const { partnerId } = await findKey(ctx, { keyId });
  return change(ctx, { action: KEY_ROTATED, partnerId }, async (tx) => {
    const old = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    if (!isLive(old, now)) fail("conflict", { message: "Only active keys can be rotated." });
    const { id: replacesId, label, scopes, expiresAt, perMinute, allowedNetworks } = old;
    const wanted = { now, label, scopes, expiresAt, perMinute, allowedNetworks, replacesId };
    const issued = await insertKey(tx, ctx, partnerId, wanted);
    const successor = issued.key.id;
    const rotated = { subject: old.id, data: { label, successorId: successor } };
    const events = [event(KEY_EVENTS["key.rotated"], rotated), keyCreated(issued.key)];
    return { result: issued, subject: old.id, detail: { label, successor }, events };
  });
}

/**
 * Revokes at once or at a future time, which can be moved earlier but not later. Effective in every
 * process before this returns. Idempotent.
 */
export async function revokeKey(ctx: Ctx, input: KeyRevoke): Promise<KeyView> {
  const now = ctx.clock.now();
  const revokedAt = new Date(now.getTime() + REVOKE_AFTER_MS[input.after]);
  const retiresAt = input.after === "now" ? null : revokedAt;
  const { partnerId } = await findKey(ctx, { keyId: input.keyId });
  return change(ctx, { action: KEY_REVOKED, partnerId }, async (tx) => {
    const before = await tx.apiKey.findUniqueOrThrow({ where: { id: input.keyId } });
    const where = { id: before.id };
    const isFact = before.revokedAt !== null && before.retiresAt === null;
    if (isFact || (before.revokedAt && before.revokedAt <= revokedAt)) {
      // Revoking now makes a scheduled revoke that is due final, because by another clock it may
      // still lie ahead.
      const isSettled = retiresAt === null && !isFact;
      const row = isSettled ? await tx.apiKey.update({ where, data: { retiresAt } }) : before;
      return { result: keyView(row, now), subject: row.id, unchanged: true };
    }
    const isPlanned = retiresAt !== null;
    const revokedBy = actorLabel(ctx.actor);
    // The sweep writes the event of a scheduled revoke when it takes effect.
    const recorded = isPlanned ? {} : { endToldAt: now };
    const data = { revokedAt, retiresAt, revokedBy, ...recorded };
    const row = await tx.apiKey.update({ where, data });
    if (row.replacesId !== null) await noticeAgain(tx, row.replacesId);
    const { label } = row;
    const detail = { label, at: revokedAt.toISOString(), planned: isPlanned };
    const revoked = { subject: row.id, data: { label, wasScheduled: false } };
    const events = isPlanned ? [] : [event(KEY_EVENTS["key.revoked"], revoked)];
    return { result: keyView(row, now), subject: row.id, detail, events };
  });
}

/**
 * Sets a key's own limit in requests per minute, or with null the default; takes effect at the next
 * request.
 */
export async function setKeyLimit(
  ctx: Ctx,
  { isExpected, ...input }: KeyLimit & Expecting<Pick<KeyLimit, "perMinute">>,
): Promise<KeyView> {
  const { partnerId } = await findKey(ctx, { keyId: input.keyId });
  return change(ctx, { action: KEY_LIMIT_SET, partnerId }, async (tx) => {
    const before = await tx.apiKey.findUniqueOrThrow({ where: { id: input.keyId } });
    assertExpected(isExpected, { perMinute: before.perMinute });
    const row = await tx.apiKey.update({
      where: { id: before.id },
      data: { perMinute: input.perMinute },
    });
    const detail = { label: row.label, before: before.perMinute, after: row.perMinute };
    const events = limitChanged(before, row.perMinute);
    const widens = isHigher(row.perMinute, before.perMinute);
    return { result: keyView(row, ctx.clock.now()), subject: row.id, detail, events, widens };
  });
}

/** Whether one limit is higher than the other, null being the default. */
export function isHigher(perMinute: number | null, other: number | null): boolean {
  return (perMinute ?? DEFAULT_PER_MINUTE) > (other ?? DEFAULT_PER_MINUTE);
}

/** The event of a key's new limit, null being the default; none if the limit stays the same. */
export function limitChanged(key: KeyRow, perMinute: number | null): EventFact[] {
  const before = key.perMinute ?? DEFAULT_PER_MINUTE;
  const after = perMinute ?? DEFAULT_PER_MINUTE;
  if (before === after) return [];
  const data = { label: key.label, before, after };
  return [event(KEY_EVENTS["key.limit_changed"], { subject: key.id, data })];
}

/** The event of a new key. */
export function keyCreated(key: KeyView): EventFact {
  const { label, scopes, expiresAt, perMinute, allowedNetworks } = key;
  return event(KEY_EVENTS["key.created"], {
    subject: key.id,
    data: { label, scopes, expiresAt, perMinute, allowedNetworks },
  });
}

/** Every field is required, so that a new field can't be lost when a key is rotated. */
type NewKey = {
  now: Date;
  label: string;
  scopes: readonly string[];
  expiresAt: Date | null;
  perMinute: number | null;
  allowedNetworks: readonly string[];
  replacesId: string | null;
};

/** A requested key, which replaces no other. */
export function newKey(
  { label, scopes, expiresAt, perMinute, allowedNetworks }: KeyIssueWithLimit,
  now: Date,
): NewKey {
  return {
    now,
    label,
    scopes,
    expiresAt: expiresAt ?? null,
    perMinute: perMinute ?? null,
    allowedNetworks: allowedNetworks ?? [],
    replacesId: null,
  };
}

/**
 * Inserts a key, inside a change() that locks or creates the partner. Throws `conflict` at the cap.
 */
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
    allowedNetworks: [...input.allowedNetworks],
    replacesId: input.replacesId,
    createdAt: input.now,
    createdBy: actorLabel(ctx.actor),
    expiresAt: input.expiresAt,
    retiresAt: null,
    revokedAt: null,
    revokedBy: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    leakedAt: null,
    endToldAt: null,
    ...initialNotice(input.expiresAt, input.now),
  };
  const row = await tx.apiKey
    .create({ data })
    .catch(conflictOn("replaces", "This key is already being rotated."));
  return { key: keyView(row, input.now), plaintext };
}

// change() has locked the partner's row, so no other key is created between count and insert.
async function assertBelowCap(tx: Tx, partnerId: string, now: Date): Promise<void> {
  const { maxActiveKeys } = await tx.partner.findUniqueOrThrow({ where: { id: partnerId } });
  const active = await tx.apiKey.count({ where: { partnerId, ...liveWhere(now) } });
  if (active < maxActiveKeys) return;
  fail("conflict", {
    message: `You've reached the limit of ${maxActiveKeys} active keys. Revoke one or contact support.`,
    details: { limit: maxActiveKeys },
  });
}

/** The audit log's details of a new key. */
export function describeKey(key: KeyView) {
  return {
    label: key.label,
    scopes: key.scopes,
    expires_at: key.expiresAt?.toISOString() ?? null,
    per_minute: key.perMinute,
    allowed_networks: key.allowedNetworks,
  };
}
