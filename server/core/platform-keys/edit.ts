import type { Prisma } from "../../../prisma/client/client";
import type { Action } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { assertExpected, type Expecting } from "../kernel/expected";
import type { KeyLimit } from "../keys/schema";
import { isLive } from "../keys/view";
import { isWithin } from "../values/networks";
import { PLATFORM_KEY_LIMIT_SET, PLATFORM_KEY_NETWORKS_SET } from "./actions";
import { findPlatformKey } from "./queries";
import type { PlatformKeyNetworks } from "./schema";
import { limitsOf, type PlatformKeyRow, type PlatformKeyView, platformKeyView } from "./view";

/** `perMinute` is null for the default. */
type Settings = Pick<PlatformKeyRow, "perMinute" | "allowedNetworks">;

type Edit = {
  data: Prisma.PlatformKeyUpdateInput;
  before: Prisma.InputJsonValue | null;
  after: Prisma.InputJsonValue | null;
  /** The key may do no less than before. */
  widens: boolean;
};

/**
 * Sets the requests per minute of a platform key, or with null the default. Takes effect at the next
 * request. Throws `not_found`, and `conflict` unless the key is active.
 */
export function setPlatformKeyLimit(
  ctx: Ctx,
  { keyId, perMinute, isExpected }: KeyLimit & Expecting<Settings>,
): Promise<PlatformKeyView> {
  return edit(ctx, { action: PLATFORM_KEY_LIMIT_SET, keyId, isExpected }, (row) =>
    row.perMinute === perMinute
      ? null
      : {
          data: { perMinute },
          before: row.perMinute,
          after: perMinute,
          widens: limitsOf({ ...row, perMinute }).perMinute >= limitsOf(row).perMinute,
        },
  );
}

/**
 * Sets the address ranges that a platform key may be used from; none means anywhere. Takes effect
 * at the next request. Throws as setPlatformKeyLimit().
 */
export function setPlatformKeyNetworks(
  ctx: Ctx,
  { keyId, allowedNetworks: after, isExpected }: PlatformKeyNetworks & Expecting<Settings>,
): Promise<PlatformKeyView> {
  const action = PLATFORM_KEY_NETWORKS_SET;
  return edit(ctx, { action, keyId, isExpected }, ({ allowedNetworks: before }) =>
    before.join() === after.join()
      ? null
      : { data: { allowedNetworks: after }, before, after, widens: isWithin(before, after) },
  );
}

/** Changes an active platform key; `decide` returns null if nothing has to change. */
async function edit(
  ctx: Ctx,
  { action, keyId, isExpected }: { action: Action; keyId: string } & Expecting<Settings>,
  decide: (before: PlatformKeyRow) => Edit | null,
): Promise<PlatformKeyView> {
  const now = ctx.clock.now();
  await findPlatformKey(ctx, { keyId });
  return change(ctx, { action, partnerId: null }, async (tx) => {
    // Edits of one key run one after the other: the platform has no row that change() could lock.
    await tx.$queryRaw`SELECT FROM platform_keys WHERE id = ${keyId} FOR UPDATE`;
    const where = { id: keyId };
    const row = await tx.platformKey.findUniqueOrThrow({ where });
    if (!isLive(row, now)) fail("conflict", { message: "Only active keys can be edited." });
    const { perMinute, allowedNetworks } = row;
    assertExpected(isExpected, { perMinute, allowedNetworks });
    const wanted = decide(row);
    if (!wanted) return { result: platformKeyView(row, now), subject: keyId, unchanged: true };
    const { data, before, after, widens } = wanted;
    const edited = await tx.platformKey.update({ where, data });
    const detail = { label: row.label, before, after };
    return { result: platformKeyView(edited, now), subject: keyId, detail, widens };
  });
}
