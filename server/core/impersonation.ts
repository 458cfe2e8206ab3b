import type { Actor, Core, Ctx, OperatorActor } from "./actor";
import { change } from "./change";
import { fail } from "./errors";
import { Id, storable } from "./text";

type Caller = {
  core: Core;
  actor: Actor | null;
  address: string | null;
  /** The id of the partner that an operator wants to read as; null: none. */
  viewing: string | null;
};

/**
 * The actor of a call: an onlooker where an operator names a partner in `viewing`, and the caller's own
 * otherwise. The first call of a session is written to the partner's audit log before anything is read,
 * so every way to read as a partner goes through here. Throws `not_found` for an unknown partner.
 */
export async function impersonate(caller: Caller): Promise<Actor | null> {
  const { core, actor, address, viewing: partnerId } = caller;
  if (actor?.kind !== "operator" || actor.mustEnrol || partnerId === null) return actor;
  // As an operator's browser or anyone else's program sent it.
  if (!Id.safeParse(partnerId).success || !storable(partnerId)) fail("not_found");
  const { userId, sessionId } = actor;
  const view = { sessionId, partnerId };
  const known = await core.db.partnerView.findUnique({ where: { sessionId_partnerId: view } });
  if (!known) await recordView({ ...core, actor, address }, view);
  return { kind: "onlooker", userId, sessionId, partnerId };
}

async function recordView(
  ctx: Ctx & { actor: OperatorActor },
  view: { sessionId: string; partnerId: string },
): Promise<void> {
  const { partnerId } = view;
  await change(ctx, { action: "partner.viewed", partnerId }, async (tx) => {
    // change() holds the partner: of several first calls at once, one finds no row.
    const { count } = await tx.partnerView.createMany({ data: [view], skipDuplicates: true });
    return { result: undefined, subject: partnerId, unchanged: count === 0 };
  });
}
