import type { Prisma } from "../../prisma/client/client";
import { ACTIONS, type Action, assertPartner, assertRecentProof, mayDo } from "./access";
import type { Actor, Ctx, Tx } from "./actor";
import { fail } from "./errors";
import { newId } from "./ids";

/** What a write did: the id it concerns, what the audit log should know, and the caller's result. */
export type Changed<T> = {
  result: T;
  subject: string;
  detail?: Prisma.InputJsonObject;
  /** Where the partner is only made by this write. */
  partnerId?: string;
  /** Nothing was written because it was so already: no audit row, but announced all the same. */
  unchanged?: boolean;
};

type ChangeTarget = { action: Action; partnerId: string | null };

/**
 * Every write of the product. Checks role, partner, proof and suspension, holds the partner's row so that
 * two changes of one partner never cross, writes the audit row in the same transaction, and announces
 * after commit and before the caller is answered.
 *
 * Throws `forbidden`, `not_found` (also for another partner), `reauthentication_required` and
 * `partner_suspended`.
 */
export async function change<T>(
  ctx: Ctx,
  target: ChangeTarget,
  run: (tx: Tx) => Promise<Changed<T>>,
): Promise<T> {
  if (!mayDo(ctx.actor, target.action)) fail("forbidden");
  if (target.partnerId !== null) assertPartner(ctx, target.partnerId);
  assertRecentProof(ctx, target.action);

  const changed = await ctx.transact(async (tx) => {
    if (target.partnerId !== null) await holdPartner(tx, ctx, target.action, target.partnerId);
    const outcome = await run(tx);
    if (!outcome.unchanged) await tx.auditEvent.create({ data: auditRow(ctx, target, outcome) });
    return outcome;
  });

  if (target.partnerId !== null && ACTIONS[target.action].announced) {
    await ctx.announce(target.partnerId);
  }
  return changed.result;
}

async function holdPartner(tx: Tx, ctx: Ctx, action: Action, partnerId: string): Promise<void> {
  // NO KEY: rows that merely refer to the partner can still be written meanwhile.
  const [partner] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status::text FROM partners WHERE id = ${partnerId} FOR NO KEY UPDATE`;
  if (!partner) fail("not_found");
  const isBound = ctx.actor.kind === "user" || ctx.actor.kind === "key";
  if (isBound && partner.status === "suspended" && !ACTIONS[action].whileSuspended) {
    fail("partner_suspended");
  }
}

function auditRow(ctx: Ctx, target: ChangeTarget, changed: Changed<unknown>) {
  const at = ctx.clock.now();
  return {
    id: newId("audit", at.getTime()),
    at,
    partnerId: target.partnerId ?? changed.partnerId ?? null,
    actorKind: ctx.actor.kind,
    actor: actorId(ctx.actor),
    action: target.action,
    subject: changed.subject,
    detail: changed.detail ?? {},
    address: ctx.address,
  };
}

/** The actor in the audit log: the id of a user or key, or the system's name. */
function actorId(actor: Actor): string {
  if (actor.kind === "key") return actor.keyId;
  if (actor.kind === "system") return actor.name;
  return actor.userId;
}

/** The actor as the partner's people may see it; an operator stays nameless to them. */
export function actorLabel(actor: Actor): string {
  if (actor.kind === "user") return actor.email;
  if (actor.kind === "key") return actor.keyId;
  return "operator";
}
