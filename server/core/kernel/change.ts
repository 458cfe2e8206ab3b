import type { Prisma } from "../../../prisma/client/client";
import { networksOf } from "../values/networks";
import {
  type Action,
  assertOpen,
  assertPartner,
  assertRecentProof,
  mayDo,
  type PartnerState,
  refuseScope,
} from "./access";
import type { Actor, AuditRow, Ctx, OperatorActor, Outbox, Tx, UserActor } from "./actor";
import { fail } from "./errors";
import type { EventFact } from "./event";
import { newId } from "./ids";

/** The id of the changed row, with details for the audit log. */
type Subject = {
  subject: string;
  detail?: Prisma.InputJsonObject;
  /** Its partner, in a change of several partners. */
  partnerId?: string;
};

/**
 * The result of a write: its return value, and its subject or, with an audit row each, its subjects.
 */
export type Changed<T> = (Subject | { subjects: readonly Subject[] }) & {
  result: T;
  /** The events of this change, for the feed and the webhooks. */
  events?: readonly EventFact[];
  /** The partner that this write created. */
  partnerId?: string;
  /** True if nobody lost access, although the action may take access away. */
  widens?: boolean;
  /** True if nothing had to be written. There is no audit row and no event, but an announcement. */
  unchanged?: boolean;
};

/** In place of a partner's ID where what processes cache of platform keys is announced. */
export const PLATFORM_GROUP = "platform";

type ChangeTarget = { action: Action; partnerId: string | null };
type SharedTarget = { action: Action; partnerIds: readonly string[] };
type Begin<Begun> = {
  /**
   * Runs before the checks. Locks the partners itself, in the order of their IDs, so that the
   * statement that waits for the locks can be the one that writes.
   */
  begin(tx: Tx): Promise<Begun>;
};
type Held = { action: Action; partnerIds: readonly string[]; partnerId: string | null };

/**
 * Every write of the product goes through here. Checks role, partner, proof, suspension and
 * termination; locks the partner's row, so that changes of one partner run one after the other;
 * checks that the caller's session or key is still valid; writes the audit row and the events in the
 * same transaction; and announces after the commit, before the caller gets the result.
 *
 * Throws `forbidden`, `unauthenticated`, `revoked_api_key`, `insufficient_scope`,
 * `address_not_allowed`, `not_found` (also for another partner), `reauthentication_required`, `partner_suspended`, and `conflict` if the partner is terminated.
 */
export async function change<T>(
  ctx: Ctx,
  target: ChangeTarget,
  run: (tx: Tx) => Promise<Changed<T>>,
): Promise<T> {
  const { action, partnerId } = target;
  const partnerIds = partnerId === null ? [] : [partnerId];
  return changeHeld(ctx, { action, partnerId, partnerIds, begin: nothing }, run);
}

/**
 * Like change(), of several partners in one transaction. They are locked in the order of their IDs,
 * so that two such changes can't wait for each other. Each subject and each event names its partner.
 */
export function changeAll<T>(
  ctx: Ctx,
  target: SharedTarget,
  run: (tx: Tx) => Promise<Changed<T>>,
): Promise<T> {
  return changeBegun(ctx, { ...target, begin: nothing }, run);
}

/** Like changeAll(), but `run` continues what `begin` has written, which is undone if a check fails. */
export function changeBegun<T, Begun>(
  ctx: Ctx,
  { action, partnerIds, begin }: SharedTarget & Begin<Begun>,
  run: (tx: Tx, begun: Begun) => Promise<Changed<T>>,
): Promise<T> {
  const target = { action, partnerId: null, partnerIds: [...new Set(partnerIds)], begin };
  return changeHeld(ctx, target, run);
}

const nothing = async () => undefined;

async function changeHeld<T, Begun>(
  ctx: Ctx,
  { begin, ...target }: Held & Begin<Begun>,
  run: (tx: Tx, begun: Begun) => Promise<Changed<T>>,
): Promise<T> {
  assertCaller(ctx, target);
  const changed = await ctx.transact(async (tx, outbox) => {
    const begun = await begin(tx);
    if (target.partnerIds.length > 0) await holdPartners(tx, ctx, target);
    await assertStillValid(tx, ctx, target.action);
    const outcome = await run(tx, begun);
    if (outcome.unchanged) return outcome;
    const subjects = "subjects" in outcome ? outcome.subjects : [outcome];
    for (const subject of subjects) outbox.audit(auditRow(ctx, target, outcome, subject));
    emitAll(outbox, { ctx, target, changed: outcome });
    return outcome;
  });

  const { announced, narrows: mayNarrow } = target.action;
  if (announced) {
    // A repeat may have found nothing to write because its first response was lost: it waits too.
    const narrows = mayNarrow === true && !changed.widens;
    const groups = target.partnerIds.length > 0 ? target.partnerIds : [PLATFORM_GROUP];
    await Promise.all(groups.map((group) => ctx.announce(group, { narrows })));
  }
  return changed.result;
}

/**
 * Throws as change() would before it runs, for a repeat of a write that is not run again. Without
 * the partner's lock.
 */
export async function assertAllowed(ctx: Ctx, { action, partnerId }: ChangeTarget): Promise<void> {
  assertCaller(ctx, { action, partnerIds: partnerId === null ? [] : [partnerId] });
  if (partnerId === null) return;
  const partner = await ctx.db.partner.findUnique({
    where: { id: partnerId },
    select: { status: true, terminatedAt: true },
  });
  if (!partner) return fail("not_found");
  const { status, terminatedAt } = partner;
  const state = { isSuspended: status === "suspended", isTerminated: terminatedAt !== null };
  assertOpen(ctx.actor, action, state);
}

function assertCaller(ctx: Ctx, { action, partnerIds }: SharedTarget): void {
  if (!mayDo(ctx.actor, action)) fail("forbidden");
  for (const partnerId of partnerIds) assertPartner(ctx, partnerId);
  assertRecentProof(ctx, action);
}

async function holdPartners(tx: Tx, ctx: Ctx, { action, partnerIds }: Held): Promise<void> {
  // NO KEY: rows that only reference the partner can still be written meanwhile.
  const partners = await tx.$queryRaw<PartnerState[]>`
    SELECT status = 'suspended' AS "isSuspended", terminated_at IS NOT NULL AS "isTerminated"
    FROM partners WHERE id = ANY(${partnerIds})
    ORDER BY id FOR NO KEY UPDATE`;
  if (partners.length < partnerIds.length) fail("not_found");
  for (const partner of partners) assertOpen(ctx.actor, action, partner);
}

/**
 * The caller was looked up when the request began. A change that has waited for its turn and its
 * partner must not be made for somebody who was removed, disabled or demoted meanwhile, nor with a
 * key that was revoked, or has lost the scope or the address. Throws `unauthenticated`, `forbidden`,
 * `revoked_api_key`, `insufficient_scope` and `address_not_allowed`.
 */
async function assertStillValid(
  tx: Tx,
  { actor, address, clock }: Ctx,
  action: Action,
): Promise<void> {
  if (actor.kind === "system") return;
  if (actor.kind === "user" || actor.kind === "operator") return assertStillSignedIn(tx, actor);
  const select = { revokedAt: true, retiresAt: true, scopes: true, allowedNetworks: true } as const;
  const of = { where: { id: actor.keyId }, select };
  const key = await (actor.kind === "key"
    ? tx.apiKey.findUnique(of)
    : tx.platformKey.findUnique(of));
  if (!key) return;
  if (key.revokedAt && (key.retiresAt === null || key.retiresAt <= clock.now())) {
    fail("revoked_api_key");
  }
  const scope = actor.kind === "key" ? action.scope : action.platformScope;
  if (scope && !key.scopes.includes(scope)) refuseScope(scope);
  const { allowedNetworks } = key;
  if (allowedNetworks.length === 0) return;
  if (address === null || !networksOf(allowedNetworks).includes(address)) {
    fail("address_not_allowed");
  }
}

async function assertStillSignedIn(tx: Tx, actor: UserActor | OperatorActor): Promise<void> {
  // A sign-in has no session yet, and the demo's people have none.
  if (actor.sessionId === "") return;
  const user = { select: { role: true, disabledAt: true } } as const;
  const session = await tx.session.findUnique({
    where: { id: actor.sessionId },
    select: { user },
  });
  if (!session || session.user.disabledAt !== null) fail("unauthenticated");
  if (session.user.role !== (actor.kind === "user" ? actor.role : "operator")) fail("forbidden");
}

type Done = { ctx: Ctx; target: Held; changed: Changed<unknown> };

function emitAll({ emit }: Outbox, { ctx, target, changed }: Done): void {
  const common = { occurredAt: ctx.clock.now(), ...causedBy(ctx.actor) };
  for (const fact of changed.events ?? []) {
    const partnerId = fact.partnerId ?? target.partnerId ?? changed.partnerId;
    if (partnerId === undefined) throw new Error(`the event ${fact.type} has no partner`);
    emit(partnerId, { ...common, ...fact });
  }
}

/** Only a person has an account, and so may have notifications. */
function causedBy(actor: Actor): Pick<EventFact, "actorId"> {
  return actor.kind === "user" || actor.kind === "operator" ? { actorId: actor.userId } : {};
}

function auditRow(
  ctx: Ctx,
  target: Held,
  { partnerId }: Changed<unknown>,
  { subject, detail = {}, partnerId: ofSubject }: Subject,
): AuditRow {
  const at = ctx.clock.now();
  return {
    id: newId("audit", at.getTime()),
    at,
    partnerId: target.partnerId ?? ofSubject ?? partnerId ?? null,
    actorKind: actorKind(ctx.actor),
    actor: actorId(ctx.actor),
    action: target.action.name,
    subject,
    detail,
    address: ctx.address,
  };
}

/** In logs. Partners see one of the company's systems as they see its people. */
export function actorKind({ kind }: Actor): AuditRow["actorKind"] {
  return kind === "platform-key" ? "operator" : kind;
}

/** The actor's id in the audit log: of a user or key, or the system's name. */
export function actorId(actor: Actor): string {
  if (actor.kind === "key" || actor.kind === "platform-key") return actor.keyId;
  if (actor.kind === "system") return actor.name;
  return actor.userId;
}

/** The actor as the partner's people see it; operators are anonymous. */
export function actorLabel(actor: Actor): string {
  if (actor.kind === "user") return actor.email;
  if (actor.kind === "key") return actor.keyId;
  return "operator";
}
