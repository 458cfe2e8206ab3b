import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../core/kernel/ids";
import { findSessionActor } from "../core/sign-in/sessions";
import { platformForTests } from "../testing/platform";
import type { CommandHost } from "./command";
import { findCommand } from "./commands";
import { runCommand } from "./run";

let made = 0;

const platform = await platformForTests();
const { core, dispatcher } = platform.wiring;
const migrate = async () => ({ applied: ["20261122000000_init"] });
const host = { core, dispatcher, siteUrl: "https://partners.example.com", migrate };

/** The result after JSON serialization, with the names of `--json`. */
async function run(command: string, input: Record<string, string> = {}) {
  const reply = JSON.parse(JSON.stringify(await runCommand(host, { command, input })));
  if ("failure" in reply) return reply;
  return JSON.parse(JSON.stringify(findCommand(command)?.toJson(reply.result)));
}

async function newPartner(): Promise<string> {
  const code = `cli-${++made}`;
  await run("partner create", { code, name: "Cli" });
  return code;
}

async function newKey(partner: string, more: Record<string, string> = {}) {
  return run("key issue", { partner, label: "Billing", scopes: "metrics:read", ...more });
}

const me = (key: string) => platform.call("/me", { key });

test("partner create returns an invite link and a first key that both work", async () => {
  const answer = await run("partner create", {
    code: "acme",
    name: "Acme Inc",
    email: "Ann@acme.example",
    revshare: "12.5",
    key: "Billing",
    scopes: "prices:read,accounts:read",
  });
  expect(answer).toEqual({
    partner: {
      id: expect.stringMatching(/^prt_/),
      code: "acme",
      name: "Acme Inc",
      status: "active",
      revshare_pct: 12.5,
      branding: {},
      user_count: 0,
    },
    owner: {
      email: "Ann@acme.example",
      setup_url: expect.stringMatching(/^https:\/\/partners\.example\.com\/welcome#[\w-]{43}$/),
      expires_at: expect.stringMatching(/Z$/),
      is_mailed: false,
    },
    key: {
      id: expect.stringMatching(/^key_/),
      label: "Billing",
      scopes: ["accounts:read", "prices:read"],
      key: expect.stringMatching(/^rsk_[0-9A-Za-z]{36}$/),
    },
  });
  const response = await me(answer.key.key);
  expect(await response.json()).toEqual(answer.partner);
});

test("partner create without an owner or key returns null for both and defaults to 20 percent", async () => {
  expect(await run("partner create", { code: "plain", name: "Plain" })).toEqual({
    partner: expect.objectContaining({ code: "plain", revshare_pct: 20 }),
    owner: null,
    key: null,
  });
});

test("nothing is stored if a partner's owner or key can't be created", async () => {
  const owner = "taken@acme.example";
  await run("partner create", { code: "first", name: "First", email: owner });
  const again = { code: "second", name: "S", email: owner, key: "x", scopes: "prices:read" };
  expect(await run("partner create", again)).toMatchObject({
    failure: { code: "conflict", details: { field: "email" } },
  });
  expect(await run("partner show", { code: "second" })).toMatchObject({
    failure: { code: "not_found" },
  });
  expect(await run("partner create", { code: "first", name: "F" })).toMatchObject({
    failure: { code: "conflict", details: { field: "code" } },
  });
});

test("partner list and show return the created partner", async () => {
  const code = await newPartner();
  await newKey(code);
  const partners: { code: string }[] = await run("partner list");
  expect(partners.find((partner) => partner.code === code)).toMatchObject({ active_keys: 1 });
  expect(await run("partner show", { code })).toMatchObject({ code, status: "active" });
});

test("a list has all items, however many pages it takes", async () => {
  const code = await newPartner();
  const { id: partnerId } = await run("partner show", { code });
  await newKey(code);
  const at = new Date();
  const old = { partnerId, label: "old", head: "rsk_a", tail: "z", scopes: [], createdBy: "test" };
  const keys = Array.from({ length: 1_001 }, () => {
    const [id, hash] = [newId("key"), randomBytes(32)];
    return { ...old, id, hash, createdAt: at, revokedAt: at };
  });
  await platform.wiring.core.transact((tx) => tx.apiKey.createMany({ data: keys }));
  expect(await run("key list", { partner: code })).toHaveLength(1_002);
  const many = { name: "Many", createdAt: at, revsharePct: 20 };
  const partners = Array.from({ length: 101 }, (_, n) => {
    return { ...many, id: newId("partner"), code: `many-${n}` };
  });
  await platform.wiring.core.transact((tx) => tx.partner.createMany({ data: partners }));
  const listed: { code: string }[] = await run("partner list", { search: "many-" });
  expect(new Set(listed.map((partner) => partner.code)).size).toBe(101);
});

test("suspending and reactivating a partner take effect at the next request", async () => {
  const code = await newPartner();
  const { key } = await newKey(code);
  const statusNow = async () => (await (await me(key)).json()).status;
  expect(await run("partner suspend", { code })).toMatchObject({ code, status: "suspended" });
  expect(await statusNow()).toBe("suspended");
  expect(await run("partner reactivate", { code })).toMatchObject({ code, status: "active" });
  expect(await statusNow()).toBe("active");
});

const NEVER_USED = { revoked_at: null, revoked_by: null, last_used_at: null, leaked_at: null };

test("key issue accepts an expiration and a limit, and key list shows the key masked", async () => {
  const code = await newPartner();
  const issued = await newKey(code, { expires: "2099-01-31T01:00:00+01:00", limit: "77" });
  expect(Object.keys(issued)).toEqual(["id", "label", "scopes", "key"]);
  const [listed] = await run("key list", { partner: code });
  expect(listed).toEqual({
    id: issued.id,
    label: "Billing",
    masked: `${issued.key.slice(0, 8)}...${issued.key.slice(-4)}`,
    scopes: ["metrics:read"],
    per_minute: 77,
    has_own_limit: true,
    allowed_networks: [],
    state: "active",
    replaces_id: null,
    created_at: expect.stringMatching(/Z$/),
    created_by: "operator",
    expires_at: "2099-01-31T00:00:00.000Z",
    ...NEVER_USED,
    last_used_address: null,
  });
});

test("a revoked key is rejected at the next request, and revoking it again changes nothing", async () => {
  const { id, key } = await newKey(await newPartner());
  expect((await me(key)).status).toBe(200);
  expect(await run("key revoke", { keyId: id })).toMatchObject({ id, state: "revoked" });
  const response = await me(key);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: "revoked_api_key" });
  expect(await run("key revoke", { keyId: id })).toMatchObject({ state: "revoked" });
});

test("a custom limit applies at the next request, and default removes it", async () => {
  const { id, key } = await newKey(await newPartner());
  const policy = async () => (await me(key)).headers.get("ratelimit-policy");
  const before = await policy();
  expect(await run("key limit", { keyId: id, perMinute: "1200" })).toMatchObject({
    per_minute: 1200,
    has_own_limit: true,
  });
  expect(await policy()).not.toBe(before);
  expect(await run("key limit", { keyId: id, perMinute: "default" })).toMatchObject({
    per_minute: 300,
    has_own_limit: false,
  });
  expect(await policy()).toBe(before);
});

test("invites and resets return one-time links, never a password", async () => {
  const partner = await newPartner();
  const link = {
    setup_url: expect.stringMatching(/\/welcome#[\w-]{43}$/),
    expires_at: expect.stringMatching(/Z$/),
    is_mailed: false,
  };
  const email = "dev@team.example";
  const invited = await run("user invite", { partner, email, role: "developer" });
  expect(invited).toEqual({ email, ...link });
  const renewed = await run("user reset", { email: "DEV@team.example" });
  expect(renewed).toEqual({ email, ...link });
  expect(renewed.setup_url).not.toBe(invited.setup_url);
  const operator = await run("operator create", { email: "ops@example.com" });
  expect(operator).toEqual({ email: "ops@example.com", ...link });
  const says = (isMailed: boolean) =>
    findCommand("user invite")?.toText({ ...invited, setupUrl: "u", isMailed, expiresAt: 0 });
  expect(says(false)).toMatch(/^Send dev@team.example this .*, valid until 1970-01-01 00:00Z:/);
  expect(says(true)).toMatch(/^dev@team.example is mailed this /);
});

test("user reset --second-factor turns off two-factor authentication and ends all sessions", async () => {
  const { email, sessionId } = await platform.newOperator();
  const count = () => platform.system.db.secondFactor.count({ where: { user: { email } } });
  await run("user reset", { email });
  expect(await count()).toBe(1);
  await run("user reset", { email, secondFactor: "yes" });
  expect(await count()).toBe(0);
  expect(await findSessionActor(platform.wiring.core, sessionId)).toBeNull();
  expect(await run("user reset", { email, secondFactor: "yes" })).toMatchObject({
    failure: { code: "conflict" },
  });
});

test("an unknown partner, key or user is not found, by code, ID or email", async () => {
  const missing = { failure: { code: "not_found" } };
  expect(await run("partner show", { code: "nobody" })).toMatchObject(missing);
  expect(await run("partner suspend", { code: "nobody" })).toMatchObject(missing);
  expect(await newKey("nobody")).toMatchObject(missing);
  expect(await run("key list", { partner: "nobody" })).toMatchObject(missing);
  expect(await run("key revoke", { keyId: "key_nobody" })).toMatchObject(missing);
  expect(await run("key limit", { keyId: "key_nobody", perMinute: "5" })).toMatchObject(missing);
  expect(await run("user reset", { email: "nobody@example.com" })).toMatchObject(missing);
});

test("migrate returns the names of the applied migrations", async () => {
  expect(await run("migrate")).toMatchObject({ applied: ["20261122000000_init"] });
});

test("a request over the socket is validated like one from the command line", async () => {
  const refused = [
    [null, "invalid_request"],
    [{ command: "partner drop", input: {} }, "invalid_request"],
    [{ command: "partner list", input: {}, actor: "root" }, "invalid_request"],
    [{ command: "partner show", input: { code: 7 } }, "invalid_request"],
    [{ command: "partner show", input: {} }, "validation_failed"],
    [{ command: "partner show", input: { code: "a", more: "b" } }, "validation_failed"],
    [{ command: "key issue", input: { partner: "a" } }, "validation_failed"],
  ] as const;
  for (const [request, code] of refused) {
    expect(await runCommand(host, request)).toMatchObject({ failure: { code } });
  }
});

test("each change is in the audit log as made by the CLI, without the key or the link's token", async () => {
  const answer = await run("partner create", {
    code: "audited",
    name: "Audited",
    email: "owner@audited.example",
    key: "First",
    scopes: "prices:read",
  });
  const events = await platform.wiring.core.db.auditEvent.findMany({
    where: { subject: answer.partner.id },
  });
  expect(events).toMatchObject([
    { action: "partner.created", actorKind: "system", actor: "cli", address: null },
  ]);
  expect(events[0]?.detail).toMatchObject({ key: { id: answer.key.id, label: "First" } });
  const text = JSON.stringify(events);
  expect(text).not.toContain(answer.key.key);
  expect(text).not.toContain(answer.owner.setup_url.split("#")[1]);
});

test("migrate --restored says that it raised the sequences of all events", async () => {
  const command = findCommand("migrate");
  const result = await run("migrate", { restored: "yes" });
  expect(result).toMatchObject({ restored: true });
  const said = "The sequences of all events were raised.";
  expect(command?.toText(result)).toContain(said);
  expect(command?.toText(await run("migrate"))).not.toContain(said);
});

test("an unreachable database and a missing schema are reported in one sentence with a code", async () => {
  const broken = (error: Error): CommandHost => ({ ...host, migrate: () => Promise.reject(error) });
  const refused = Object.assign(new Error("connect ECONNREFUSED 1.2.3.4:5"), {
    code: "ECONNREFUSED",
  });
  const request = { command: "migrate", input: {} };
  expect(await runCommand(broken(refused), request)).toEqual({
    failure: {
      error: "Can't connect to the database: connect ECONNREFUSED 1.2.3.4:5",
      code: "unavailable",
      details: {},
    },
  });
  const missing = Object.assign(new Error("no table"), { code: "P2021" });
  expect(await runCommand(broken(missing), request)).toMatchObject({
    failure: { code: "migration_needed" },
  });
});
