import { beforeEach, expect, it } from "vitest";
import type { Actor } from "../core/kernel/actor";
import { newId } from "../core/kernel/ids";
import { ageSealedResponses } from "../core/kernel/testing/sealed-responses";
import { setPartnerStatus } from "../core/partners/mutations";
import type { Partner } from "../core/partners/schema";
import { concurrently, fulfilled } from "../testing/concurrently";
import { platformForTests } from "../testing/platform";
import { appRouter } from "./root";

let owner: Actor;
let operator: Actor;
const platform = await platformForTests();
const partner = await platform.newPartner();
// They have just signed in, so they need not confirm who they are.
beforeEach(async () => {
  owner = (await platform.newPerson(partner, "owner")).actor;
  operator = (await platform.newOperator()).actor;
});

let made = 0;
const newTry = () => ({ idempotencyKey: `the key of try ${++made}` });
const own = () => ({ partner: partner.code });
const db = () => platform.system.db;
const url = "https://partner.example/webhooks";

type Creation = {
  /** Makes a call, to be repeated. */
  create: () => Promise<() => Promise<object>>;
  count: () => Promise<number>;
};

const CREATIONS: Record<string, Creation> = {
  "keys.issue": {
    create: async () => {
      const input = { ...own(), label: "Till", scopes: [], ...newTry() };
      return () => platform.caller(owner).keys.issue(input);
    },
    count: () => db().apiKey.count(),
  },
  "keys.rotate": {
    create: async () => {
      const input = { ...own(), keyId: (await platform.newKey(partner)).key.id, ...newTry() };
      return () => platform.caller(owner).keys.rotate(input);
    },
    count: () => db().apiKey.count(),
  },
  "platformKeys.issue": {
    create: async () => {
      const input = { label: "Gateway", scopes: ["keys:verify" as const], ...newTry() };
      return () => platform.caller(operator).platformKeys.issue(input);
    },
    count: () => db().platformKey.count(),
  },
  "platformKeys.rotate": {
    create: async () => {
      const input = { keyId: (await platform.newPlatformKey()).key.id, ...newTry() };
      return () => platform.caller(operator).platformKeys.rotate(input);
    },
    count: () => db().platformKey.count(),
  },
  "webhooks.create": {
    create: async () => {
      const input = { ...own(), url, types: ["*"], ...newTry() };
      return () => platform.caller(owner).webhooks.create(input);
    },
    count: () => db().webhookEndpoint.count(),
  },
  "webhooks.rotate": {
    create: async () => {
      const endpoint = { ...own(), url, types: ["*"], ...newTry() };
      const { id: endpointId } = await platform.caller(owner).webhooks.create(endpoint);
      const input = { ...own(), endpointId, ...newTry() };
      return () => platform.caller(owner).webhooks.rotate(input);
    },
    count: () => db().auditEvent.count({ where: { action: "webhook_endpoint.rotated" } }),
  },
  "partners.create": {
    create: async () => {
      const email = `owner-${++made}@example.com`;
      const firstKey = { label: "First", scopes: [] };
      const of = { code: `once-${made}`, name: "Once", ownerEmail: email, firstKey };
      const input = { ...of, ...newTry() };
      return () => platform.caller(operator).partners.create(input);
    },
    count: () => db().partner.count(),
  },
};

it("the table lists every procedure that takes an idempotency key", async () => {
  const unnamed = { "no such field": 1 };
  const routers = platform.caller(operator) as Record<string, Record<string, unknown>>;
  const takers: string[] = [];
  // One after another: all at once, some wait for a connection for too long on a busy machine.
  for (const name of Object.keys(appRouter._def.procedures)) {
    const [router = "", procedure = ""] = name.split(".");
    const call = routers[router]?.[procedure] as (input: unknown) => Promise<unknown>;
    const error = await call({ ...unnamed, ...own() }).catch((thrown: Error) => thrown.message);
    if (String(error).includes("idempotencyKey")) takers.push(name);
  }
  expect(takers.sort()).toEqual(Object.keys(CREATIONS).sort());
});

it.each(Object.entries(CREATIONS))(
  "%s happens once, and a repeat gets the same secret for ten minutes",
  async (_name, { create, count }) => {
    const call = await create();
    const before = await count();
    const answers = fulfilled(await concurrently(Array.from({ length: 5 }), call));
    const [first] = answers;
    expect(await count()).toBe(before + 1);
    expect(answers).toHaveLength(5);
    for (const answer of answers) expect(answer).toEqual(first);
    expect(await call()).toEqual(first);
    const stored = await db().idempotencyRecord.findMany({ select: { body: true } });
    expect(new Set(stored.map(({ body }) => body))).toEqual(new Set(["null"]));
    await ageSealedResponses(platform.system, 10);
    await expect(call()).rejects.toMatchObject({
      code: "CONFLICT",
      message: /can't be shown again/,
    });
    expect(await count()).toBe(before + 1);
  },
);

it("another try, another person and another partner create their own", async () => {
  const { actor: colleague } = await platform.newPerson(partner, "owner");
  const other = await platform.newPartner();
  const { actor: stranger } = await platform.newPerson(other, "owner");
  const input = { label: "Till", scopes: [], ...newTry() };
  const issue = (actor: Actor, of: Partner, more: object = {}) =>
    platform.caller(actor).keys.issue({ partner: of.code, ...input, ...more });
  const issued = [
    await issue(owner, partner),
    await issue(owner, partner, newTry()),
    await issue(colleague, partner),
    await issue(stranger, other),
  ];
  expect(new Set(issued.map(({ plaintext }) => plaintext)).size).toBe(4);
});

it("the same key with another input is refused, and a try that failed can be repeated", async () => {
  const tried = { ...own(), scopes: [], ...newTry() };
  const { keys } = platform.caller(owner);
  await expect(keys.issue({ ...tried, label: "" })).rejects.toThrow();
  const keyId = newId("key");
  await expect(
    keys.rotate({ ...own(), keyId, idempotencyKey: tried.idempotencyKey }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await keys.issue({ ...tried, label: "Till" });
  await expect(keys.issue({ ...tried, label: "Other" })).rejects.toMatchObject({
    cause: { code: "idempotency_key_reused" },
  });
});

it("who may not do it any more gets no secret again", async () => {
  const key = { ...own(), label: "Till", scopes: [], ...newTry() };
  const endpoint = { ...own(), url, types: ["*"], ...newTry() };
  await platform.caller(owner).keys.issue(key);
  await platform.caller(owner).webhooks.create(endpoint);
  const { keys, webhooks } = platform.caller({ ...owner, role: "viewer" } as Actor);
  await expect(keys.issue(key)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(webhooks.create(endpoint)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

it.each(["keys.issue", "keys.rotate", "webhooks.create", "webhooks.rotate"])(
  "a repeat of %s is refused once the partner is suspended, as a first call is",
  async (name) => {
    const [repeat, first] = [await CREATIONS[name]?.create(), await CREATIONS[name]?.create()];
    await repeat?.();
    const setStatus = (status: "active" | "suspended") =>
      setPartnerStatus(platform.system, { partnerId: partner.id, status });
    await setStatus("suspended");
    const refusals = await Promise.allSettled([repeat?.(), first?.()]);
    await setStatus("active");
    const refused = { reason: { cause: { code: "partner_suspended" } } };
    expect(refusals).toMatchObject([refused, refused]);
  },
);
