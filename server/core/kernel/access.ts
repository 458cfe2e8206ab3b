import type { Actor, Ctx, OperatorActor, TeamRole, UserActor } from "./actor";
import { fail, isDomainError } from "./errors";
import type { PlatformScope, Scope } from "./scopes";

/** The conditions of a write: who may do it, and when. */
export type Rule = {
  /** Roles within the partner that may do it; empty for operators only. The system always may. */
  roles: readonly TeamRole[];
  /** Operators may do it too. They may not do anything else on a partner's behalf. */
  operators?: true;
  /**
   * Allowed while the partner is suspended: it only removes access, or concerns the user's own
   * credentials.
   */
  whileSuspended?: true;
  /**
   * A partner is terminated for ever. `everyone`: whoever may do it otherwise still may. `company`:
   * only operators, the company's systems and the command line may. Without it nobody may.
   */
  whileTerminated?: "everyone" | "company";
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
  /** The scope that lets a platform key do it; without one, none may. */
  platformScope?: PlatformScope;
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

export const OWNER: readonly TeamRole[] = ["owner"];
export const DEVELOPERS: readonly TeamRole[] = ["owner", "developer"];

/** For writes of the platform itself, which change nothing that the hot path caches. */
export const OPERATORS_ONLY = { roles: [], whileSuspended: true, announced: false } as const;

/** For writes about the caller's own account. */
export const OWN_ACCOUNT = {
  roles: ["owner", "developer", "viewer"],
  operators: true,
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: false,
} as const;

/** A write of the product: its name in the audit log, who may do it, and when. */
export type Action<Name extends string = string> = Rule & { readonly name: Name };

/** Defines an action, in the `actions.ts` of its feature. */
export function action<const Name extends string>(name: Name, rule: Rule): Action<Name> {
  return { ...rule, name };
}

/** Whether the actor's role or scopes allow the action. change() checks partner and suspension. */
export function mayDo(actor: Actor, action: Action): boolean {
  if (actor.kind === "operator") {
    if (actor.mustEnrol) return action.whileUnenrolled === true;
    return action.operators === true || action.roles.length === 0;
  }
  if (actor.kind === "system") return true;
  if (actor.kind === "key") {
    return action.scope !== undefined && actor.scopes.includes(action.scope);
  }
  if (actor.kind === "platform-key") {
    return action.platformScope !== undefined && actor.scopes.includes(action.platformScope);
  }
  return action.roles.includes(actor.role);
}

/** Throws `insufficient_scope`, with the scope that the key lacks (specification, section 5). */
export function refuseScope(required: string): never {
  const message = `api key lacks required scope: ${required}`;
  return fail("insufficient_scope", { message, details: { required } });
}

/** The state of a partner, as far as it decides about writes. */
export type PartnerState = { isSuspended: boolean; isTerminated: boolean };

/** Whether the partner's status allows the action to those who may do it. */
export function isOpen(actor: Actor, action: Action, partner: PartnerState): boolean {
  const isBound = actor.kind === "user" || actor.kind === "key";
  if (partner.isTerminated) {
    return (
      action.whileTerminated === "everyone" || (!isBound && action.whileTerminated === "company")
    );
  }
  return !isBound || !partner.isSuspended || action.whileSuspended === true;
}

/**
 * Throws if the partner's status doesn't allow the action: `partner_suspended` for its people and
 * keys, and `conflict` for the company, which only a termination stops.
 */
export function assertOpen(actor: Actor, action: Action, partner: PartnerState): void {
  if (isOpen(actor, action, partner)) return;
  if (actor.kind !== "user" && actor.kind !== "key") fail("conflict", TERMINATED);
  fail("partner_suspended", partner.isTerminated ? ACCOUNT_TERMINATED : {});
}

const TERMINATED = {
  message: "This partner is terminated. It can't be changed any more.",
  details: { status: "terminated" },
};

/** How `partner_suspended` says that it will not end. */
export const ACCOUNT_TERMINATED = {
  message: "This account is terminated and is read-only.",
  details: { status: "terminated" },
};

/** Whether a write failed because the partner is terminated. */
export function isOfTerminated(error: unknown): boolean {
  return isDomainError(error) && error.code === "conflict" && error.details.status === "terminated";
}

/**
 * Throws `reauthentication_required`, with the accepted `methods`, if the action needs a recent
 * proof and the person's session has none.
 */
export function assertRecentProof(ctx: Ctx, action: Action): void {
  if (action.recentProof) requireRecentProof(ctx);
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

/**
 * Throws `forbidden` unless the actor is an operator, one of the company's own systems, or the
 * command line, and not bound to one partner. What a platform key may read, its scopes decide at
 * the endpoint.
 */
export function assertOperator(ctx: Ctx): void {
  if (ctx.actor.kind === "user" || ctx.actor.kind === "key") fail("forbidden");
  if (ownPartnerId(ctx.actor) !== null) fail("forbidden");
}

/** The caller as a person with an account. Throws `forbidden` for keys and the system. */
export function personOf(ctx: Ctx): UserActor | OperatorActor {
  const { actor } = ctx;
  return actor.kind === "user" || actor.kind === "operator" ? actor : fail("forbidden");
}

/** Like assertPartner(); with null, for the platform or all partners, like assertOperator(). */
export function assertPartnerOrAll(ctx: Ctx, partnerId: string | null): void {
  if (partnerId === null) assertOperator(ctx);
  else assertPartner(ctx, partnerId);
}
