import type { Ctx, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import { newId } from "../kernel/ids";
import { conflictOn } from "../kernel/unique";
import { hashBytes, hashPlaintext, newPlaintext, plaintextEnds } from "../keys/format";
import { assertAhead } from "../keys/mutations";
import { type KeyRevoke, REVOKE_AFTER_MS } from "../keys/schema";
import { isLive, liveWhere } from "../keys/view";
import { PLATFORM_KEY_ISSUED, PLATFORM_KEY_REVOKED, PLATFORM_KEY_ROTATED } from "./actions";
import { findPlatformKey } from "./queries";
import { expiryFault, type PlatformKeyIssue } from "./schema";
import { type PlatformKeyRow, type PlatformKeyView, platformKeyView } from "./view";

/** One for each of the company's systems, with room for rotations. */
const MAX_ACTIVE = 100;

/** A platform key with its plaintext, which is shown only once. */
type IssuedPlatformKey = { key: PlatformKeyView; plaintext: string };

/**
 * Creates a key of the company's own systems. Throws `validation_failed` for a past expiration, or
 * if a key that writes would work for more than a year, and `conflict` at 100 active keys.
 */
export async function issuePlatformKey(
  ctx: Ctx,
  input: PlatformKeyIssue,
): Promise<IssuedPlatformKey> {
  const { label, scopes, allowedNetworks = [] } = input;
  const expiresAt = input.expiresAt ?? null;
  assertAhead(ctx, expiresAt);
  const fault = expiryFault({ scopes, expiresAt }, ctx.clock.now());
  if (fault !== null) refuse({ path: "expiresAt", message: fault });
  return change(ctx, { action: PLATFORM_KEY_ISSUED, partnerId: null }, async (tx) => {
    await assertBelowCap(tx, ctx);
    const wanted = { label, scopes, expiresAt, perMinute: null, allowedNetworks };
    const issued = await insert(tx, ctx, wanted);
    const detail = { label, scopes, allowedNetworks, expires_at: expiresAt?.toISOString() ?? null };
    return { result: issued, subject: issued.key.id, detail };
  });
}

/**
 * Creates the one active successor of an active platform key, with the same label, scopes, limit,
 * address ranges and expiration. Both stay valid. Throws `conflict` if the key has ended or has a
 * successor already.
 */
export async function rotatePlatformKey(
  ctx: Ctx,
  { keyId }: { keyId: string },
): Promise<IssuedPlatformKey> {
  await findPlatformKey(ctx, { keyId });
  return change(ctx, { action: PLATFORM_KEY_ROTATED, partnerId: null }, async (tx) => {
    await assertBelowCap(tx, ctx);
    const old = await tx.platformKey.findUniqueOrThrow({ where: { id: keyId } });
    if (!isLive(old, ctx.clock.now())) {
      fail("conflict", { message: "Only active keys can be rotated." });
    }
    const { label, scopes, expiresAt, perMinute, allowedNetworks } = old;
    const same = { label, scopes, expiresAt, perMinute, allowedNetworks };
    const issued = await insert(tx, ctx, { ...same, replacesId: keyId });
    const detail = { label, successor: issued.key.id };
    return { result: issued, subject: keyId, detail };
  });
}

/**
 * Revokes a platform key at once or at a future time, which can be moved earlier but not later.
 * Effective in every process before this returns. Idempotent. Throws `not_found`.
 */
export async function revokePlatformKey(ctx: Ctx, input: KeyRevoke): Promise<PlatformKeyView> {
  const now = ctx.clock.now();
  const revokedAt = new Date(now.getTime() + REVOKE_AFTER_MS[input.after]);
  const retiresAt = input.after === "now" ? null : revokedAt;
  await findPlatformKey(ctx, input);
  return change(ctx, { action: PLATFORM_KEY_REVOKED, partnerId: null }, async (tx) => {
    await tx.$queryRaw`SELECT FROM platform_keys WHERE id = ${input.keyId} FOR UPDATE`;
    const where = { id: input.keyId };
    const before = await tx.platformKey.findUniqueOrThrow({ where });
    const isFact = before.revokedAt !== null && before.retiresAt === null;
    if (isFact || (before.revokedAt && before.revokedAt <= revokedAt && retiresAt !== null)) {
      return { result: platformKeyView(before, now), subject: before.id, unchanged: true };
    }
    const data = { revokedAt, retiresAt, revokedBy: actorLabel(ctx.actor) };
    const row = await tx.platformKey.update({ where, data });
    const { label } = row;
    const detail = { label, at: revokedAt.toISOString(), planned: retiresAt !== null };
    return { result: platformKeyView(row, now), subject: row.id, detail };
  });
}

/** Of transactions that add a platform key: one after the other, so that the cap holds. */
const ADD_LOCK = 4_071_529;

async function assertBelowCap(tx: Tx, { clock }: Ctx): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${ADD_LOCK})`;
  const active = await tx.platformKey.count({ where: liveWhere(clock.now()) });
  if (active < MAX_ACTIVE) return;
  fail("conflict", {
    message: `There are ${MAX_ACTIVE} active platform keys. Revoke one first.`,
    details: { limit: MAX_ACTIVE },
  });
}

type NewColumn = "label" | "scopes" | "expiresAt" | "perMinute" | "allowedNetworks";
type NewKey = Pick<PlatformKeyRow, NewColumn> & { replacesId?: string };

async function insert(tx: Tx, ctx: Ctx, wanted: NewKey): Promise<IssuedPlatformKey> {
  const now = ctx.clock.now();
  const plaintext = newPlaintext("platform");
  const row = await tx.platformKey
    .create({
      data: {
        ...wanted,
        id: newId("platformKey", now.getTime()),
        hash: hashBytes(hashPlaintext(plaintext)),
        ...plaintextEnds(plaintext),
        createdAt: now,
        createdBy: actorLabel(ctx.actor),
      },
    })
    .catch(conflictOn("replaces", "This key is already being rotated."));
  return { key: platformKeyView(row, now), plaintext };
}
