import type { Actor, Ctx, OperatorActor, TeamRole, UserActor } from "./actor";
import { fail } from "./errors";
import type { Scope } from "./keys/scopes";

/** What a write may do, and who may do it. */
export type Rule = {
  /** Roles within the partner that may do it; empty for operators only. The system always may. */
  roles: readonly TeamRole[];
  /** Operators may do it too. They may not do anything else on a partner's behalf. */
  operators?: true;
  /**
   * Allowed while the partner is suspended: it only removes access, or concerns the user's own
   * credentials.
   */
  whileSuspended: boolean;
  /** Changes data that the hot path may have cached, so every process is notified. */
  announced: boolean;
  /**
   * May take access away. Its caller gets the result once no process can use what it cached before:
   * up to 11 s later while Redis is away. Of other announced actions the caller does not wait for
   * that, and processes may use what they cached for up to 10 s.
   */
  narrows?: true;
  /** The scope that lets an API key do it; without one, no key may. */
  scope?: Scope;
  /** Allowed for an operator who has not set up two-factor authentication yet. */
  whileUnenrolled?: true;
  /**
   * Needs a password or code from the last 15 minutes, because it creates or hands out credentials
   * that outlive the session, or changes who is paid what.
   */
  recentProof?: true;
};

/** How long a password or code counts as recent. */
const PROOF_LIFETIME_MS = 15 * 60_000;

const NOBODY: readonly TeamRole[] = [];
const OWNER: readonly TeamRole[] = ["owner"];
const DEVELOPERS: readonly TeamRole[] = ["owner", "developer"];
const ALL_ROLES: readonly TeamRole[] = ["owner", "developer", "viewer"];
const OWN_ACCOUNT = {
  roles: ALL_ROLES,
  operators: true,
  whileSuspended: true,
  announced: false,
} as const;

const WEBHOOKS = { roles: DEVELOPERS, announced: false, scope: "webhooks:write" } as const;
const PLATFORM_WEBHOOKS = { roles: NOBODY, whileSuspended: true, announced: false } as const;

const afterProof = <const R extends Rule>(rule: R) => ({ ...rule, recentProof: true }) as const;

/**
 * Every write of the product: who may do it, and when. The key is also the action's name in the
 * audit log.
 */
export const ACTIONS = {
  "partner.created": afterProof({ roles: NOBODY, whileSuspended: true, announced: false }),
  "partner.updated": afterProof({ roles: NOBODY, whileSuspended: true, announced: true }),
  "partner.viewed": { roles: NOBODY, whileSuspended: true, announced: false },
  "partner.suspended": { roles: NOBODY, whileSuspended: true, announced: true, narrows: true },
  "partner.reactivated": { roles: NOBODY, whileSuspended: true, announced: true },
  "key.issued": afterProof({ roles: DEVELOPERS, whileSuspended: false, announced: false }),
  "key.rotated": afterProof({ roles: DEVELOPERS, whileSuspended: false, announced: false }),
  // Operators may revoke too: a leaked key can't wait for its owner.
  "key.revoked": {
    roles: DEVELOPERS,
    operators: true,
    whileSuspended: true,
    announced: true,
    narrows: true,
  },
  "key.renamed": { roles: DEVELOPERS, whileSuspended: false, announced: true },
  "key.expiry_set": { roles: DEVELOPERS, whileSuspended: false, announced: true, narrows: true },
  "key.narrowed": { roles: DEVELOPERS, whileSuspended: true, announced: true, narrows: true },
  "key.widened": afterProof({
    roles: DEVELOPERS,
    whileSuspended: false,
    announced: true,
    narrows: true,
  }),
  "key.limit_set": { roles: NOBODY, whileSuspended: true, announced: true, narrows: true },
  "limit_request.opened": { roles: DEVELOPERS, whileSuspended: false, announced: false },
  "limit_request.approved": { roles: NOBODY, whileSuspended: true, announced: true, narrows: true },
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
  "webhook_endpoint.created": afterProof({ ...WEBHOOKS, whileSuspended: false }),
  // Asks for a proof by itself if the URL is changed.
  "webhook_endpoint.updated": { ...WEBHOOKS, whileSuspended: false },
  "webhook_endpoint.rotated": afterProof({ ...WEBHOOKS, whileSuspended: false }),
  "webhook_endpoint.deleted": { ...WEBHOOKS, whileSuspended: true },
  "webhook_endpoint.tested": { ...WEBHOOKS, whileSuspended: false },
  "webhook_endpoint.resent": { ...WEBHOOKS, whileSuspended: false },
  // Also the system's own: the endpoint returned 410, or keeps failing.
  "webhook_endpoint.disabled": { ...WEBHOOKS, whileSuspended: true },
  "platform_webhook.created": afterProof(PLATFORM_WEBHOOKS),
  "platform_webhook.updated": PLATFORM_WEBHOOKS,
  "platform_webhook.rotated": afterProof(PLATFORM_WEBHOOKS),
  "platform_webhook.deleted": PLATFORM_WEBHOOKS,
  "platform_webhook.tested": PLATFORM_WEBHOOKS,
  "platform_webhook.resent": PLATFORM_WEBHOOKS,
  "platform_webhook.disabled": PLATFORM_WEBHOOKS,
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
  // Operators may too: the owner may be the one who has lost the password.
  "user.reset": afterProof({
    roles: OWNER,
    operators: true,
    whileSuspended: false,
    announced: false,
  }),
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

/** Whether the actor's role or scopes allow the action. change() checks partner and suspension. */
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

/** The actions that pages offer for a partner. */
export const OFFERED = [
  "key.issued",
  "key.revoked",
  "key.narrowed",
  "key.limit_set",
  "limit_request.opened",
  "customer.created",
  "price.set",
  "webhook_endpoint.created",
  "webhook_endpoint.deleted",
  "webhook_endpoint.disabled",
  "user.invited",
  "user.reset",
  "user.link_revoked",
  "user.removed",
  "user.second_factor_reset",
  "partner.branding_set",
  "partner.updated",
  "payout.marked",
] as const satisfies readonly Action[];

/** Whether a page offers an action: enabled, disabled while the partner is suspended, or hidden. */
export type Access = "allowed" | "suspended" | "hidden";
export type OfferedAction = (typeof OFFERED)[number];

/**
 * The access of this actor to each offered action, for a partner with this status. change() has the
 * final say.
 */
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
 * Throws `reauthentication_required`, with the accepted `methods`, if the action needs a recent
 * proof and the person's session has none.
 */
export function assertRecentProof(ctx: Ctx, action: Action): void {
  const rule: Rule = ACTIONS[action];
  if (rule.recentProof) requireRecentProof(ctx);
}

/** Like assertRecentProof(), for a change that decides by itself whether it needs the proof. */
export function requireRecentProof({ actor, clock }: Ctx): void {
  if (actor.kind !== "user" && actor.kind !== "operator") return;
  // A proof in the future was written by a clock that was ahead, and would be valid for too long.
  const ageMs = Math.abs(clock.now().getTime() - actor.provedAt.getTime());
  if (ageMs <= PROOF_LIFETIME_MS) return;
  const methods = actor.hasSecondFactor ? ["code", "password"] : ["password"];
  fail("reauthentication_required", { details: { methods } });
}

/** Throws `second_factor_missing` for an operator who has not set one up yet. */
export function assertEnrolled(actor: Actor): void {
  if (actor.kind === "operator" && actor.mustEnrol) fail("second_factor_missing");
}

/**
 * The one partner that the actor may read; null for operators and the system, who may read all.
 * Throws `second_factor_missing` for an operator who has not set one up yet.
 */
export function ownPartnerId(actor: Actor): string | null {
  assertEnrolled(actor);
  return actor.kind === "system" ? null : (actor.partnerId ?? null);
}

/**
 * A `where` that limits a query to the actor's partner, so that other partners' rows are not found.
 */
export function within(ctx: Ctx): { partnerId?: string } {
  const partnerId = ownPartnerId(ctx.actor);
  return partnerId === null ? {} : { partnerId };
}

/** Throws `not_found` unless the actor may read this partner. */
export function assertPartner(ctx: Ctx, partnerId: string): void {
  const own = ownPartnerId(ctx.actor);
  if (own !== null && own !== partnerId) fail("not_found");
}

/** Throws `forbidden` unless the actor is an operator or the system, not bound to one partner. */
export function assertOperator(ctx: Ctx): void {
  if (ctx.actor.kind !== "operator" && ctx.actor.kind !== "system") fail("forbidden");
  if (ownPartnerId(ctx.actor) !== null) fail("forbidden");
}

/** The caller as a person with an account. Throws `forbidden` for keys and the system. */
export function personOf(ctx: Ctx): UserActor | OperatorActor {
  const { actor } = ctx;
  return actor.kind === "user" || actor.kind === "operator" ? actor : fail("forbidden");
}
