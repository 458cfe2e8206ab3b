import type { Actor, Ctx, OperatorActor, TeamRole, UserActor } from "./actor";
import { fail } from "./errors";
import type { Scope } from "./keys/scopes";

type Rule = {
  /** Roles within the partner that may do it. None: operators only. The system always may. */
  roles: readonly TeamRole[];
  /** Operators may do it too. They do nothing else in a partner's name. */
  operators?: true;
  /** Only takes power away, or concerns the user's own credentials: open while suspended. */
  whileSuspended: boolean;
  /** Changes what the hot path may serve, so that every process must hear of it. */
  announced: boolean;
  /** The scope by which a key may do it too; without one no key may. */
  scope?: Scope;
  /** Open to an operator who has yet to set up a second factor. */
  whileUnenrolled?: true;
  /**
   * Needs a password or code of the last 15 minutes, because it creates or hands out a way in that
   * outlives the session, or changes what is paid to whom.
   */
  recentProof?: true;
};

/** How long a proof is recent. */
const PROOF_LIFETIME_MS = 15 * 60_000;

const NOBODY: readonly TeamRole[] = [];
const OWNER: readonly TeamRole[] = ["owner"];
const DEVELOPERS: readonly TeamRole[] = ["owner", "developer"];
const EVERYONE: readonly TeamRole[] = ["owner", "developer", "viewer"];
const OWN_ACCOUNT = {
  roles: EVERYONE,
  operators: true,
  whileSuspended: true,
  announced: false,
} as const;

const afterProof = <const R extends Rule>(rule: R) => ({ ...rule, recentProof: true }) as const;

/** Every write of the product: who may do it, and when. The action is also its name in the audit log. */
export const ACTIONS = {
  "partner.created": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "partner.updated": afterProof({ roles: NOBODY, whileSuspended: true, announced: true }),
  "partner.viewed": { roles: NOBODY, whileSuspended: true, announced: false },
  "partner.suspended": { roles: NOBODY, whileSuspended: true, announced: true },
  "partner.reactivated": { roles: NOBODY, whileSuspended: true, announced: true },
  "key.issued": afterProof({ roles: DEVELOPERS, whileSuspended: false, announced: false }),
  "key.rotated": afterProof({ roles: DEVELOPERS, whileSuspended: false, announced: false }),
  // A key that has leaked cannot wait for its owner.
  "key.revoked": { roles: DEVELOPERS, operators: true, whileSuspended: true, announced: true },
  "key.renamed": { roles: DEVELOPERS, whileSuspended: false, announced: true },
  "key.expiry_set": { roles: DEVELOPERS, whileSuspended: false, announced: true },
  "key.narrowed": { roles: DEVELOPERS, whileSuspended: true, announced: true },
  "key.widened": afterProof({ roles: DEVELOPERS, whileSuspended: false, announced: true }),
  "key.limit_set": { roles: NOBODY, whileSuspended: true, announced: true },
  "limit_request.opened": { roles: DEVELOPERS, whileSuspended: false, announced: false },
  "limit_request.approved": { roles: NOBODY, whileSuspended: true, announced: true },
  "limit_request.declined": { roles: NOBODY, whileSuspended: true, announced: false },
  "customer.created": {
    roles: DEVELOPERS,
    whileSuspended: false,
    announced: true,
    scope: "accounts:write",
  },
  "product.saved": { roles: NOBODY, whileSuspended: true, announced: false },
  "price.set": {
    roles: DEVELOPERS,
    whileSuspended: false,
    announced: false,
    scope: "prices:write",
  },
  "payout.closed": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "payout.corrected": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "payout.marked": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "import.begun": { roles: NOBODY, whileSuspended: true, announced: false },
  "import.finished": { roles: NOBODY, whileSuspended: true, announced: false },
  "customers.imported": { roles: NOBODY, whileSuspended: true, announced: true },
  "charges.imported": { roles: NOBODY, whileSuspended: true, announced: false },
  "products.imported": { roles: NOBODY, whileSuspended: true, announced: false },
  "partner.branding_set": { roles: OWNER, whileSuspended: false, announced: true },
  "operator.invited": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "operator.disabled": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "operator.enabled": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "operator.removed": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "user.invited": afterProof({ roles: OWNER, whileSuspended: false, announced: false }),
  "user.reset": afterProof({ roles: OWNER, whileSuspended: false, announced: false }),
  "user.role_set": afterProof({ roles: OWNER, whileSuspended: false, announced: false }),
  "user.link_revoked": { roles: OWNER, whileSuspended: true, announced: false },
  "user.removed": afterProof({ roles: OWNER, whileSuspended: true, announced: false }),
  "user.second_factor_reset": afterProof({
    roles: OWNER,
    operators: true,
    whileSuspended: false,
    announced: false,
  }),
  "user.second_factor_begun": { ...OWN_ACCOUNT, whileUnenrolled: true },
  "user.second_factor_enabled": { ...OWN_ACCOUNT, whileUnenrolled: true },
  "user.second_factor_disabled": OWN_ACCOUNT,
  "user.recovery_codes_made": OWN_ACCOUNT,
  "user.password_set": OWN_ACCOUNT,
  "user.reauthenticated": OWN_ACCOUNT,
  "user.sign_in_failed": { ...OWN_ACCOUNT, whileUnenrolled: true },
  "user.proof_failed": { ...OWN_ACCOUNT, whileUnenrolled: true },
  "list.exported": OWN_ACCOUNT,
  "user.signed_in": { ...OWN_ACCOUNT, whileUnenrolled: true },
  "user.signed_out": { ...OWN_ACCOUNT, whileUnenrolled: true },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof ACTIONS;

/** Whether the actor's role or scopes cover the action; partner and suspension are judged by change(). */
export function mayDo(actor: Actor, action: Action): boolean {
  const rule: Rule = ACTIONS[action];
  if (actor.kind === "operator") {
    if (actor.mustEnrol) return rule.whileUnenrolled === true;
    return rule.operators === true || rule.roles.length === 0;
  }
  if (actor.kind === "system") return true;
  if (actor.kind === "key") return rule.scope !== undefined && actor.scopes.includes(rule.scope);
  return rule.roles.includes(actor.role);
}

/** What pages offer, within a partner or for one. */
export const OFFERED = [
  "key.issued",
  "key.revoked",
  "key.narrowed",
  "key.limit_set",
  "limit_request.opened",
  "customer.created",
  "price.set",
  "user.invited",
  "user.link_revoked",
  "user.removed",
  "user.second_factor_reset",
  "partner.branding_set",
  "partner.updated",
  "payout.marked",
] as const satisfies readonly Action[];

/** Whether a page offers an action: as usual, disabled while the partner is suspended, or not at all. */
export type Access = "allowed" | "suspended" | "hidden";
export type OfferedAction = (typeof OFFERED)[number];

/** What pages offer to this actor in a partner of this status. change() decides in the end. */
export function accessTo(
  actor: Actor,
  status: "active" | "suspended",
): Record<OfferedAction, Access> {
  const isBound = actor.kind === "user" && status === "suspended";
  const access = (action: OfferedAction): Access => {
    if (!mayDo(actor, action)) return "hidden";
    return isBound && !ACTIONS[action].whileSuspended ? "suspended" : "allowed";
  };
  return Object.fromEntries(OFFERED.map((action) => [action, access(action)])) as Record<
    OfferedAction,
    Access
  >;
}

/**
 * Throws `reauthentication_required`, with the `methods` that are accepted, where the action needs a
 * recent proof and the person's session has none.
 */
export function assertRecentProof(ctx: Ctx, action: Action): void {
  const rule: Rule = ACTIONS[action];
  if (rule.recentProof) requireRecentProof(ctx);
}

/** The same for a change that needs the proof only in some cases, which it finds out by itself. */
export function requireRecentProof({ actor, clock }: Ctx): void {
  if (actor.kind !== "user" && actor.kind !== "operator") return;
  // A proof from the future was written by a clock that was ahead, and would count for longer.
  const ageMs = Math.abs(clock.now().getTime() - actor.provedAt.getTime());
  if (ageMs <= PROOF_LIFETIME_MS) return;
  const methods = actor.hasSecondFactor ? ["code", "password"] : ["password"];
  fail("reauthentication_required", { details: { methods } });
}

/** Throws `second_factor_missing` for an operator who has yet to set one up. */
export function assertEnrolled(actor: Actor): void {
  if (actor.kind === "operator" && actor.mustEnrol) fail("second_factor_missing");
}

/**
 * The one partner that the actor may read; null for operators and the system, who may read all. Throws
 * `second_factor_missing` for an operator who has yet to set one up.
 */
export function ownPartnerId(actor: Actor): string | null {
  assertEnrolled(actor);
  return actor.kind === "system" ? null : (actor.partnerId ?? null);
}

/** A `where` that keeps a query within the actor's partner: other partners' rows do not exist. */
export function within(ctx: Ctx): { partnerId?: string } {
  const partnerId = ownPartnerId(ctx.actor);
  return partnerId === null ? {} : { partnerId };
}

/** Throws `not_found` unless the actor may see this partner's things. */
export function assertPartner(ctx: Ctx, partnerId: string): void {
  const own = ownPartnerId(ctx.actor);
  if (own !== null && own !== partnerId) fail("not_found");
}

/** Throws `forbidden` unless an operator or the system acts, and is not bound to one partner. */
export function assertOperator(ctx: Ctx): void {
  if (ctx.actor.kind !== "operator" && ctx.actor.kind !== "system") fail("forbidden");
  if (ownPartnerId(ctx.actor) !== null) fail("forbidden");
}

/** The caller as a person with an account. Throws `forbidden` for keys and the system. */
export function personOf(ctx: Ctx): UserActor | OperatorActor {
  const { actor } = ctx;
  return actor.kind === "user" || actor.kind === "operator" ? actor : fail("forbidden");
}
