import type { Actor, Core, Ctx, OperatorActor } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { PARTNER_VIEWED } from "./actions";
import { PartnerCode } from "./schema";

type Caller = { core: Core; actor: Actor; address: string | null };

/**
 * The partner with this code, and the caller's actor for it. An operator may name any partner and
 * is bound to it for this call; the first call of a session is written to the partner's audit log
 * before anything is read. Throws `not_found` for an unknown partner and for one that is not the
 * caller's own.
 */
export async function enterPartner(
  { core, actor, address }: Caller,
  code: string,
): Promise<{ actor: Actor; partnerId: string }> {
  const found = PartnerCode.safeParse(code).success
    ? await core.db.partner.findUnique({ where: { code }, select: { id: true } })
    : null;
  if (!found) return fail("not_found", NO_SUCH_PARTNER);
  const partnerId = found.id;
  if (actor.kind === "operator") {
    await recordView({ ...core, actor, address }, { sessionId: actor.sessionId, partnerId });
    return { actor: { ...actor, partnerId }, partnerId };
  }
  if (actor.kind !== "user" || actor.partnerId !== partnerId) fail("not_found", NO_SUCH_PARTNER);
  return { actor, partnerId };
}

const NO_SUCH_PARTNER = { message: "Partner not found." };

async function recordView(
  ctx: Ctx & { actor: OperatorActor },
  view: { sessionId: string; partnerId: string },
): Promise<void> {
  const known = await ctx.db.partnerView.findUnique({ where: { sessionId_partnerId: view } });
  if (known) return;
  const { partnerId } = view;
  await change(ctx, { action: PARTNER_VIEWED, partnerId }, async (tx) => {
    // The session may have ended since the caller was identified.
    const session = await tx.session.findUnique({ where: { id: view.sessionId } });
    if (!session) fail("unauthenticated");
    // change() has locked the partner: of several concurrent first calls, one inserts the row.
    const { count } = await tx.partnerView.createMany({ data: [view], skipDuplicates: true });
    return { result: undefined, subject: partnerId, unchanged: count === 0 };
  });
}
