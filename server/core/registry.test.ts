import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { type Action, assertOperator, mayDo, ownPartnerId } from "./kernel/access";
import type { Actor, Ctx } from "./kernel/actor";
import { NOTIFICATION_TYPES } from "./notification-types";
import { ACTIONS, EVENT_TYPES, SENTENCES } from "./registry";

/** The names of the actions, sorted. */
const actionsWhere = (holds: (action: Action) => boolean): string[] =>
  Object.values<Action>(ACTIONS)
    .filter(holds)
    .map(({ name }) => name)
    .sort();

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
  "user.notifications_set",
  "user.signed_in",
  "user.signed_out",
];

it("only writes that may take access away wait until no server can use older data", () => {
  const narrowing = actionsWhere(({ narrows }) => narrows === true);
  expect(narrowing).toEqual([
    "key.expiry_set",
    "key.limit_set",
    "key.narrowed",
    "key.networks_narrowed",
    "key.networks_widened",
    "key.revoked",
    "key.scope_removed",
    "key.widened",
    "limit_request.approved",
    "partner.suspended",
    "partner.terminated",
    "platform_key.limit_set",
    "platform_key.networks_set",
    "platform_key.revoked",
  ]);
  const announced = actionsWhere((rule) => rule.announced);
  expect(announced).toEqual(expect.arrayContaining(narrowing));
});

it("while suspended, a partner may only remove access and manage its own accounts", () => {
  const open = actionsWhere(({ roles, whileSuspended }) => roles.length > 0 && whileSuspended);
  expect(open).toEqual(
    [
      "key.revoked",
      "key.leak_dismissed",
      "key.narrowed",
      "key.networks_narrowed",
      "webhook_endpoint.deleted",
      "webhook_endpoint.disabled",
      "alert.deleted",
      "payout_details.canceled",
      "self_billing.withdrawn",
      "user.link_revoked",
      "user.removed",
      ...OWN_ACCOUNT,
    ].sort(),
  );
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
  const open = actionsWhere((action) => mayDo(actor, action));
  expect(open).toEqual([
    "user.proof_failed",
    "user.second_factor_begun",
    "user.second_factor_enabled",
    "user.sign_in_failed",
    "user.signed_in",
    "user.signed_out",
  ]);
  const missing = expect.objectContaining({ code: "second_factor_missing" });
  expect(() => assertOperator({ actor } as Ctx)).toThrow(missing);
  expect(() => ownPartnerId(actor)).toThrow(missing);
});

it("requires recent authentication for actions that grant access, change permissions or change earnings", () => {
  expect(actionsWhere(({ recentProof }) => recentProof === true)).toEqual([
    "customer.transferred",
    "import.begun",
    "key.issued",
    "key.networks_widened",
    "key.rotated",
    "key.widened",
    "operator.disabled",
    "operator.enabled",
    "operator.invited",
    "operator.removed",
    "partner.created",
    "partner.terminated",
    "partner.updated",
    "payout.closed",
    "payout.corrected",
    "payout.marked",
    "payout_details.changed",
    "payout_details.revealed",
    "platform_key.issued",
    "platform_key.networks_set",
    "platform_key.rotated",
    "platform_webhook.created",
    "platform_webhook.rotated",
    "scope.removed",
    "term.created",
    "transfer.canceled",
    "transfer.created",
    "transfer.exported",
    "transfer.marked",
    "user.invited",
    "user.removed",
    "user.reset",
    "user.role_set",
    "user.second_factor_reset",
    "webhook_endpoint.created",
    "webhook_endpoint.rotated",
  ]);
});

it("a key may only perform the writes that have a scope", () => {
  const byScope = actionsWhere(({ scope }) => scope !== undefined).map((name) => [
    name,
    Object.values<Action>(ACTIONS).find((action) => action.name === name)?.scope,
  ]);
  expect(byScope).toEqual([
    ["customer.anonymized", "accounts:manage"],
    ["customer.closed", "accounts:manage"],
    ["customer.created", "accounts:write"],
    ["customer.reopened", "accounts:manage"],
    ["customer.resumed", "accounts:manage"],
    ["customer.suspended", "accounts:manage"],
    ["customer.updated", "accounts:manage"],
    ["price.set", "prices:write"],
    ["webhook_endpoint.created", "webhooks:write"],
    ["webhook_endpoint.deleted", "webhooks:write"],
    ["webhook_endpoint.disabled", "webhooks:write"],
    ["webhook_endpoint.resent", "webhooks:write"],
    ["webhook_endpoint.rotated", "webhooks:write"],
    ["webhook_endpoint.tested", "webhooks:write"],
    ["webhook_endpoint.updated", "webhooks:write"],
  ]);
});

/** The exports of the file with this name in each feature that has one. */
async function exportsOf<T>(name: "actions" | "events" | "audit" | "notifications"): Promise<T[]> {
  const here = import.meta.dirname;
  const folders = readdirSync(here).filter((folder) => existsSync(`${here}/${folder}/${name}.ts`));
  const modules = await Promise.all(
    folders.map((folder): Promise<Record<string, T>> => import(`./${folder}/${name}.ts`)),
  );
  return modules.flatMap((module) => Object.values(module));
}

const REGISTRY = "the tables in server/core/registry.ts";

it("has every action that a feature defines, each under a name of its own", async () => {
  const defined = await exportsOf<Action>("actions");
  const byName = (a: Action, b: Action) => a.name.localeCompare(b.name);
  expect(Object.values<Action>(ACTIONS).sort(byName), REGISTRY).toEqual(defined.sort(byName));
});

it("has every type of event that a feature defines, each under a name of its own", async () => {
  const tables = await exportsOf<object>("events");
  const defined = tables.flatMap((table) => Object.keys(table));
  expect(Object.keys(EVENT_TYPES).sort(), REGISTRY).toEqual(defined.sort());
});

it("has one sentence for each action, from the feature that defines the action", async () => {
  const tables = await exportsOf<object>("audit");
  const defined = tables.flatMap((table) => Object.keys(table)).sort();
  expect(Object.keys(SENTENCES).sort(), REGISTRY).toEqual(defined);
  expect(defined).toEqual(Object.keys(ACTIONS).sort());
});

it("has every type of notification that a feature defines, each of an event that exists", async () => {
  const tables = await exportsOf<object>("notifications");
  const defined = tables
    .filter((table) => typeof table === "object")
    .flatMap((table) => Object.keys(table));
  const listed = Object.keys(NOTIFICATION_TYPES).sort();
  expect(listed, "the list in server/core/notification-types.ts").toEqual(defined.sort());
  const followed = Object.values(NOTIFICATION_TYPES).flatMap(({ follows }) => follows ?? []);
  expect(followed.filter((name) => !(name in EVENT_TYPES))).toEqual([]);
});
