import { expect, it } from "vitest";
import { ACTIONS, type Action, assertOperator, mayDo, ownPartnerId, type Rule } from "./access";
import type { Actor, Ctx } from "./actor";

const actionsWhere = (holds: (rule: Rule) => boolean): string[] =>
  Object.entries(ACTIONS)
    .filter(([, rule]) => holds(rule))
    .map(([action]) => action);

const OWN_ACCOUNT = [
  "user.second_factor_begun",
  "user.second_factor_enabled",
  "user.second_factor_disabled",
  "user.recovery_codes_made",
  "user.password_set",
  "user.reauthenticated",
  "user.sign_in_failed",
  "user.proof_failed",
  "list.exported",
  "user.signed_in",
  "user.signed_out",
];

it("only writes that may take access away wait until no server can use older data", () => {
  const narrowing = actionsWhere(({ narrows }) => narrows === true);
  expect(narrowing).toEqual([
    "partner.suspended",
    "key.revoked",
    "key.expiry_set",
    "key.narrowed",
    "key.widened",
    "key.limit_set",
    "limit_request.approved",
  ]);
  const announced = actionsWhere((rule) => rule.announced);
  expect(announced).toEqual(expect.arrayContaining(narrowing));
});

it("while suspended, a partner may only remove access and manage its own accounts", () => {
  const open = actionsWhere(({ roles, whileSuspended }) => roles.length > 0 && whileSuspended);
  expect(open).toEqual([
    "key.revoked",
    "key.narrowed",
    "webhook_endpoint.deleted",
    "webhook_endpoint.disabled",
    "user.link_revoked",
    "user.removed",
    ...OWN_ACCOUNT,
  ]);
});

it("without two-factor authentication, an operator may only set it up, sign in and sign out", () => {
  const actor: Actor = {
    kind: "operator",
    userId: "usr_1",
    sessionId: "ses_1",
    provedAt: new Date(),
    hasSecondFactor: false,
    mustEnrol: true,
  };
  const open = (Object.keys(ACTIONS) as Action[]).filter((action) => mayDo(actor, action));
  expect(open).toEqual([
    "user.second_factor_begun",
    "user.second_factor_enabled",
    "user.sign_in_failed",
    "user.proof_failed",
    "user.signed_in",
    "user.signed_out",
  ]);
  const missing = expect.objectContaining({ code: "second_factor_missing" });
  expect(() => assertOperator({ actor } as Ctx)).toThrow(missing);
  expect(() => ownPartnerId(actor)).toThrow(missing);
});

it("requires recent authentication for actions that grant access, change permissions or change earnings", () => {
  expect(actionsWhere(({ recentProof }) => recentProof === true)).toEqual([
    "partner.created",
    "partner.updated",
    "key.issued",
    "key.rotated",
    "key.widened",
    "webhook_endpoint.created",
    "webhook_endpoint.rotated",
    "platform_webhook.created",
    "platform_webhook.rotated",
    "payout.closed",
    "payout.corrected",
    "payout.marked",
    "operator.invited",
    "operator.disabled",
    "operator.enabled",
    "operator.removed",
    "user.invited",
    "user.reset",
    "user.role_set",
    "user.removed",
    "user.second_factor_reset",
  ]);
});

it("a key may only perform the writes that have a scope", () => {
  const byScope = actionsWhere(({ scope }) => scope !== undefined).map((action) => [
    action,
    (ACTIONS[action as Action] as Rule).scope,
  ]);
  expect(byScope).toEqual([
    ["customer.created", "accounts:write"],
    ["price.set", "prices:write"],
    ["webhook_endpoint.created", "webhooks:write"],
    ["webhook_endpoint.updated", "webhooks:write"],
    ["webhook_endpoint.rotated", "webhooks:write"],
    ["webhook_endpoint.deleted", "webhooks:write"],
    ["webhook_endpoint.tested", "webhooks:write"],
    ["webhook_endpoint.resent", "webhooks:write"],
    ["webhook_endpoint.disabled", "webhooks:write"],
  ]);
});
