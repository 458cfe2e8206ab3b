import type { ActorKind, Prisma } from "../../../prisma/client/client";
import { namesOf, readEvents } from "../audit/queries";
import { within } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import type { Page, Pages } from "../kernel/paging";
import { KEY_ROTATED } from "./actions";
import { hashPlaintext, isWellFormed } from "./format";
import { burstOf } from "./limits";
import { findKeyIds } from "./lookup";
import type { KeyIds } from "./record";
import type { ApiKey } from "./schema";
import { type KeyView, keyView } from "./view";

/** An event in a key's history. `by` is a person's email address, a key's id, or "operator". */
export type KeyEvent = {
  id: string;
  at: Date;
  action: string;
  actorKind: ActorKind;
  by: string;
  detail: Prisma.JsonValue;
};

/**
 * A key's history, newest first, including the rotation that created it and its limit requests.
 * Throws `not_found`, also for another partner's key.
 */
export async function listKeyHistory(
  ctx: Ctx,
  { keyId, ...pages }: Pages & { keyId: string },
): Promise<Page<KeyEvent>> {
  const { partnerId, replacesId } = await getKey(ctx, { keyId });
  const of = { list: "key-history", partnerId, filter: { keyId } };
  const asked = await ctx.db.limitRequest.findMany({ where: { keyId }, select: { id: true } });
  const subjects = [keyId, ...asked.map(({ id }) => id)];
  const detail = { path: ["successor"], equals: keyId };
  const birth = replacesId ? [{ subject: replacesId, action: KEY_ROTATED.name, detail }] : [];
  const events = await readEvents(ctx, of, pages, {
    OR: [{ subject: { in: subjects } }, ...birth],
  });
  const names = await namesOf(ctx.db, partnerId, events.data);
  const data = events.data.map(({ id, at, action, actorKind, actor, detail }) => {
    const person = names.get(actor) ?? "someone who left";
    // Operators are anonymous, as in actorLabel().
    const by = { user: person, key: actor, operator: "operator", system: "operator" }[actorKind];
    return { id, at, action, actorKind, by, detail };
  });
  return { ...events, data };
}

/** Throws `not_found`, also for another partner's. */
export async function getKey(ctx: Ctx, { keyId }: { keyId: string }): Promise<KeyView> {
  return keyView(await findKey(ctx, { keyId }), ctx.clock.now());
}

/** A key as the API returns it. Throws `not_found`, also for another partner's. */
export async function describeKey(ctx: Ctx, of: { keyId: string }): Promise<ApiKey> {
  const key = await getKey(ctx, of);
  const { id, label, scopes, perMinute, allowedNetworks, expiresAt, createdAt } = key;
  const revokesAt = key.state === "retiring" ? key.revokedAt : null;
  return {
    id,
    label,
    scopes,
    perMinute,
    burst: burstOf(perMinute),
    allowedNetworks,
    expiresAt,
    revokesAt,
    createdAt,
  };
}

export async function findKey(ctx: Ctx, { keyId }: { keyId: string }) {
  const row = await ctx.db.apiKey.findFirst({ where: { id: keyId, ...within(ctx) } });
  return row ?? fail("not_found", { message: "API key not found." });
}

/** The ids of a key and its partner, whoever asks; null if it is no key of this platform. */
export async function findKeyByPlaintext(
  { db }: Pick<Ctx, "db">,
  plaintext: string,
): Promise<KeyIds | null> {
  return isWellFormed(plaintext) ? findKeyIds(db, hashPlaintext(plaintext)) : null;
}
