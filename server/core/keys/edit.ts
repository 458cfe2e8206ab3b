import type { Prisma } from "../../../prisma/client/client";
import { type Action, requireRecentProof } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import { type EventFact, event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { assertDefined } from "../scopes/queries";
import { isWithin } from "../values/networks";
import {
  KEY_EXPIRY_SET,
  KEY_NARROWED,
  KEY_NETWORKS_NARROWED,
  KEY_NETWORKS_WIDENED,
  KEY_RENAMED,
  KEY_WIDENED,
} from "./actions";
import { KEY_EVENTS } from "./events";
import { assertAhead } from "./mutations";
import { initialNotice } from "./notices";
import { getKey } from "./queries";
import type { KeyNetworks, KeyScopes } from "./schema";
import { isLive, type KeyRow, type KeyView, keyView } from "./view";

type Edit = {
  data: Prisma.ApiKeyUpdateInput;
  detail: Prisma.InputJsonObject;
  /** The key may do no less than before. */
  widens?: boolean;
  events?: EventFact[];
};

/** Renames a key. Throws `conflict` unless it is active. */
export function renameKey(
  ctx: Ctx,
  { keyId, label, isExpected }: { keyId: string; label: string } & Expecting<KeyView>,
): Promise<KeyView> {
  return edit(ctx, { action: KEY_RENAMED, keyId, isExpected }, (before) =>
    before.label === label
      ? null
      : { data: { label }, detail: { before: before.label, after: label } },
  );
}

/**
 * Sets the expiration of a key to a future time, or with null to never. Takes effect at the next
 * request. Throws `validation_failed` for a past time, `conflict` unless the key is active, and
 * `reauthentication_required` if the key would work longer than before.
 */
export async function setKeyExpiry(
  ctx: Ctx,
  { keyId, expiresAt, isExpected }: { keyId: string; expiresAt: Date | null } & Expecting<KeyView>,
): Promise<KeyView> {
  assertAhead(ctx, expiresAt);
  return edit(ctx, { action: KEY_EXPIRY_SET, keyId, isExpected }, (before) => {
    if (before.expiresAt?.getTime() === expiresAt?.getTime()) return null;
    const widens = isLater(expiresAt, before.expiresAt);
    if (widens) requireRecentProof(ctx);
    const detail = { before: timeOf(before.expiresAt), after: timeOf(expiresAt) };
    // An active key has not ended, even if a process whose clock is ahead has written that event.
    const columns = { ...initialNotice(expiresAt, ctx.clock.now()), endToldAt: null };
    return { data: { expiresAt, ...columns }, detail, widens };
  });
}

/**
 * Sets the scopes of a key; takes effect at the next request. Removing scopes is allowed while the
 * partner is suspended. Throws `validation_failed` if a scope would be added that is unknown, or
 * without `mayWiden`, and `conflict` unless the key is active.
 */
export function setKeyScopes(
  ctx: Ctx,
  { keyId, scopes, mayWiden, isExpected }: KeyScopes & Expecting<KeyView>,
): Promise<KeyView> {
  const action = mayWiden ? KEY_WIDENED : KEY_NARROWED;
  return edit(ctx, { action, keyId, isExpected }, async (before, tx) => {
    // Compared inside the change: the scopes may have been narrowed since they were read.
    const added = scopes.filter((scope) => !before.scopes.includes(scope));
    const removed = before.scopes.filter((scope) => !scopes.includes(scope));
    if (added.length + removed.length === 0) return null;
    await assertDefined(tx, { path: "scopes", scopes: added });
    if (!mayWiden && added.length > 0) refuseWidening(added);
    const widens = removed.length === 0;
    return { data: { scopes: [...scopes] }, detail: { added, removed }, widens };
  });
}

function refuseWidening(added: readonly string[]): never {
  const message = `This adds ${added.join(", ")}. Confirm the added scopes.`;
  const issues = [{ path: "scopes", message }];
  return fail("validation_failed", { message: `scopes: ${message}`, details: { issues, added } });
}

/**
 * Sets the address ranges that a key may be used from; none means anywhere. Takes effect at the next
 * request. Narrowing them is allowed while the partner is suspended. Throws `validation_failed` if
 * an address would be added without `mayWiden`, and `conflict` unless the key is active.
 */
export function setKeyNetworks(
  ctx: Ctx,
  { keyId, allowedNetworks: after, mayWiden, isExpected }: KeyNetworks & Expecting<KeyView>,
): Promise<KeyView> {
  const action = mayWiden ? KEY_NETWORKS_WIDENED : KEY_NETWORKS_NARROWED;
  return edit(ctx, { action, keyId, isExpected }, ({ label, allowedNetworks: before }) => {
    if (before.join() === after.join()) return null;
    // Compared inside the change: they may have been narrowed since they were read.
    if (!mayWiden && !isWithin(after, before)) {
      const message = "This allows more addresses than now. Confirm the added addresses.";
      refuse({ path: "allowedNetworks", message });
    }
    const changed = { subject: keyId, data: { label, before, after } };
    return {
      data: { allowedNetworks: after },
      detail: { before, after },
      widens: isWithin(before, after),
      events: [event(KEY_EVENTS["key.networks_changed"], changed)],
    };
  });
}

type KeyEdit = { action: Action; keyId: string } & Expecting<KeyView>;

/**
 * Changes a key that is active, or scheduled to be revoked; `decide` returns null if nothing has to
 * change.
 */
async function edit(
  ctx: Ctx,
  { action, keyId, isExpected }: KeyEdit,
  decide: (before: KeyRow, tx: Tx) => Edit | null | Promise<Edit | null>,
): Promise<KeyView> {
  const now = ctx.clock.now();
  const { partnerId } = await getKey(ctx, { keyId });
  return change(ctx, { action, partnerId }, async (tx) => {
    const before = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    if (!isLive(before, now)) fail("conflict", { message: "Only active keys can be edited." });
    assertExpected(isExpected, keyView(before, now));
    const wanted = await decide(before, tx);
    if (!wanted) return { result: keyView(before, now), subject: keyId, unchanged: true };
    const row = await tx.apiKey.update({ where: { id: keyId }, data: wanted.data });
    const detail = { label: before.label, ...wanted.detail };
    const { widens = false, events = [] } = wanted;
    return { result: keyView(row, now), subject: keyId, detail, widens, events };
  });
}

/** Whether `time` is after `other`; null means never. */
const isLater = (time: Date | null, other: Date | null) =>
  other !== null && (time === null || time > other);

const timeOf = (at: Date | null) => at?.toISOString() ?? null;
