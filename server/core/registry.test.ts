import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { type Action, assertOperator, mayDo, ownPartnerId } from "./kernel/access";
import type { Actor, Ctx } from "./kernel/actor";
import { NOTIFICATION_TYPES } from "./notification-types";
import { ACTIONS, EVENT_TYPES, SENTENCES } from "./registry";

const ALL_ACTIONS = Object.values<Action>(ACTIONS).sort((a, b) => a.name.localeCompare(b.name));

/** The conditions of an action, each on its own line. */
function conditionsOf({ name, roles, scope, platformScope, whileTerminated, ...rest }: Action) {
  return [
    name,
    `  by: ${[...roles, ...(rest.operators || roles.length === 0 ? ["operator"] : [])].join(" ")}`,
    ...(scope ? [`  by keys with ${scope}`] : []),
    ...(platformScope ? [`  by platform keys with ${platformScope}`] : []),
    ...(rest.whileSuspended && roles.length > 0 ? ["  also while suspended"] : []),
    ...(whileTerminated ? [`  while terminated by ${whileTerminated}`] : []),
    ...(rest.whileUnenrolled ? ["  without two-factor authentication"] : []),
    ...(rest.recentProof ? ["  after recent authentication"] : []),
    ...(rest.announced ? [`  announced${rest.narrows ? ", and waited for" : ""}`] : []),
  ];
}

it("each action may be done by whom and when actions.txt says", async () => {
  const lines = ALL_ACTIONS.flatMap(conditionsOf);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("actions.txt");
});

it("every write that may take access away is announced", () => {
  expect(ALL_ACTIONS.filter(({ narrows, announced }) => narrows && !announced)).toEqual([]);
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
  const open = ALL_ACTIONS.filter((action) => mayDo(actor, action));
  expect(open.map(({ name }) => name)).toEqual([
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
  expect(ALL_ACTIONS, REGISTRY).toEqual(defined.sort(byName));
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
