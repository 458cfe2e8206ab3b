import { beforeEach, expect, it } from "vitest";
import { concurrently } from "../../testing/concurrently";
import { platformForTests, steppingClock } from "../../testing/platform";
import { listPlatformAudit } from "../audit/queries";
import { MAX_KEY_SCOPES, RESERVED_PARTS, SCOPE_NAMES } from "../kernel/scopes";
import { setKeyScopes } from "../keys/edit";
import { issueKey, rotateKey } from "../keys/mutations";
import { describeKey, getKey } from "../keys/queries";
import { KeyIssue } from "../keys/schema";
import { searchKeys } from "../keys/search";
import { createPartner } from "../partners/mutations";
import { getUsageSummary } from "../usage/queries";
import { listDefinedScopes } from "./holders";
import { defineScope, describeScope } from "./mutations";
import { listScopes } from "./queries";
import { MAX_SCOPES, ScopeSave } from "./schema";

const DAY_MS = 86_400_000;
const clock = steppingClock();
const platform = await platformForTests({ clock });
beforeEach(() => platform.wiring.core.transact((tx) => tx.companyScope.deleteMany()));

const define = (name: string, description = "View orders") =>
  defineScope(platform.system, ScopeSave.parse({ name, description }));

async function newOwner() {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "owner");
  return { partner, partnerId: partner.id, owner: platform.as(actor) };
}

const failure = (code: string, message?: string) =>
  expect.objectContaining({ code, ...(message && { message }) });

it.each(["orders:read", "orders", "a", "a.b:c_1.d", `${"x".repeat(60)}:abc`])(
  "accepts the name %s",
  (name) => {
    expect(ScopeSave.parse({ name, description: "x" }).name).toBe(name);
  },
);

it.each([
  "",
  " orders:read",
  "orders:read ",
  "Orders:read",
  "orders:",
  ":read",
  "orders::read",
  "orders read",
  "orders-read",
  "orders/read",
  "1orders",
  "orders:1",
  "_orders",
  "ordérs:read",
  "оrders:read",
  "orders:read\n",
  "orders\u200b:read",
  "*",
  "orders:*",
  "constructor:__proto__",
  `${"x".repeat(61)}:abc`,
  "x".repeat(100_000),
])("rejects the name %j", (name) => {
  expect(ScopeSave.safeParse({ name, description: "x" }).success).toBe(false);
});

it("no name can be that of a scope of the partner API, now or later", () => {
  const first = (name: string) => name.split(":")[0] ?? "";
  const free = SCOPE_NAMES.map(first).filter((part) => !RESERVED_PARTS.includes(part));
  expect(free, "RESERVED_PARTS in server/core/kernel/scopes.ts lacks parts").toEqual([]);
  const names = RESERVED_PARTS.flatMap((part) => [part, `${part}:x`, `${part}.x`]);
  for (const name of [...SCOPE_NAMES, ...names]) {
    const parsed = ScopeSave.safeParse({ name, description: "x" });
    expect(parsed.error?.issues).toEqual([
      expect.objectContaining({ path: ["name"], message: expect.stringContaining("reserved") }),
    ]);
  }
  for (const name of ["app.accounts:read", "accounts2:read", "account:read", "keys_of:read"]) {
    expect(ScopeSave.safeParse({ name, description: "x" }).success).toBe(true);
  }
});

it.each(["", "   ", "x".repeat(201), "two\nlines", "in\u200bvisible", "\u202eevil"])(
  "rejects the description %j",
  (description) => {
    expect(ScopeSave.safeParse({ name: "orders:read", description }).success).toBe(false);
  },
);

it("the database holds what the schema says", async () => {
  const since = { createdAt: clock.now(), createdBy: "x", updatedAt: clock.now() };
  const insert = (name: string, description: string) =>
    platform.wiring.core.transact((tx) =>
      tx.companyScope.create({ data: { name, description, ...since } }),
    );
  await expect(insert("Orders", "x")).rejects.toThrow(/company_scopes_name_check/);
  await expect(insert("x".repeat(65), "x")).rejects.toThrow(/company_scopes_name_check/);
  await expect(insert("orders", "")).rejects.toThrow(/company_scopes_description_check/);
  const { partnerId } = await newOwner();
  const { key } = await platform.newKey({ id: partnerId }, { scopes: [] });
  const store = (scopes: string[]) =>
    platform.wiring.core.transact((tx) =>
      tx.apiKey.update({ where: { id: key.id }, data: { scopes } }),
    );
  await expect(store(["orders-read"])).rejects.toThrow(/api_keys_scopes_check/);
  await expect(store(Array(101).fill("orders"))).rejects.toThrow(/api_keys_scopes_check/);
  await store(Array.from({ length: 100 }, (_, n) => `orders.n${n}:read`));
});

it("only operators define and describe scopes; everybody reads them", async () => {
  const { owner } = await newOwner();
  const operator = platform.as((await platform.newOperator()).actor);
  const scope = { name: "orders:read", description: "View orders" };
  await expect(defineScope(owner, scope)).rejects.toEqual(failure("forbidden"));
  await expect(describeScope(owner, scope)).rejects.toEqual(failure("forbidden"));
  await expect(listDefinedScopes(owner)).rejects.toEqual(failure("forbidden"));
  expect(await defineScope(operator, scope)).toEqual(scope);
  clock.advance(1);
  const changed = { ...scope, description: "View orders and invoices" };
  expect(await describeScope(operator, changed)).toEqual(changed);
  await describeScope(operator, changed);
  expect(await listScopes(owner)).toEqual([changed]);
  const { data } = await listPlatformAudit(platform.system, { limit: 100 });
  const sentences = data.map(({ sentence }) => sentence).filter((text) => text.includes("scope"));
  expect(sentences).toEqual([
    "changed the description of the scope orders:read from “View orders” to “View orders and invoices”",
    "defined the scope orders:read: View orders",
  ]);
});

it("a scope is defined once, twenty at once, and at most 200 exist", async () => {
  const twenty = Array.from({ length: 20 }, (_, n) => n);
  const outcomes = await concurrently(twenty, () => define("orders:read"));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(define("orders:read")).rejects.toEqual(
    failure("conflict", "The scope orders:read already exists."),
  );
  const since = { createdAt: clock.now(), createdBy: "x", updatedAt: clock.now() };
  const rows = Array.from({ length: MAX_SCOPES - 6 }, (_, n) => ({
    name: `bulk.n${n}`,
    description: "x",
    ...since,
  }));
  await platform.wiring.core.transact((tx) => tx.companyScope.createMany({ data: rows }));
  const more = await concurrently(twenty, (n) => define(`more:n${n}`));
  expect(more.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(await listScopes(platform.system)).toHaveLength(MAX_SCOPES);
});

it("describing an unknown scope is not found", async () => {
  const unknown = { name: "orders:none", description: "x" };
  await expect(describeScope(platform.system, unknown)).rejects.toEqual(failure("not_found"));
});

it("a key can have scopes of both kinds, or the company's only, in one order", async () => {
  const { partnerId, owner } = await newOwner();
  await define("orders:write");
  await define("orders:read");
  const issue = (scopes: string[]) =>
    issueKey(owner, { partnerId, ...KeyIssue.parse({ label: "x", scopes }) });
  const both = await issue(["orders:write", "payouts:read", "orders:read", "orders:write"]);
  const scopes = ["payouts:read", "orders:read", "orders:write"];
  expect(both.key.scopes).toEqual(scopes);
  expect(await describeKey(owner, { keyId: both.key.id })).toMatchObject({ scopes });
  const rest = await platform.call("/key", { key: both.plaintext });
  expect(await rest.json()).toMatchObject({ scopes });
  const only = await issue(["orders:read"]);
  expect((await rotateKey(owner, { keyId: only.key.id })).key.scopes).toEqual(["orders:read"]);
  expect((await platform.call("/metrics", { key: only.plaintext })).status).toBe(403);
});

it("an unknown scope is refused with the closest name, wherever a key gets it", async () => {
  const { partnerId, owner } = await newOwner();
  await define("orders:read");
  const scopes = ["order:read"];
  const message = 'Unknown scope "order:read". Did you mean orders:read?';
  const refusal = (path: string) =>
    expect.objectContaining({
      code: "validation_failed",
      details: { issues: [{ path, message }] },
    });
  const issued = issueKey(owner, { partnerId, label: "x", scopes });
  await expect(issued).rejects.toEqual(refusal("scopes"));
  const { key } = await platform.newKey({ id: partnerId }, { scopes: [] });
  const edited = setKeyScopes(owner, { keyId: key.id, scopes, mayWiden: true });
  await expect(edited).rejects.toEqual(refusal("scopes"));
  const firstKey = { label: "x", scopes };
  const created = createPartner(platform.system, {
    code: "with-first-key",
    name: "x",
    revsharePct: 20,
    firstKey,
  });
  await expect(created).rejects.toEqual(refusal("firstKey.scopes"));
  const ours = issueKey(owner, { partnerId, label: "x", scopes: ["acounts:read"] });
  await expect(ours).rejects.toThrow('Unknown scope "acounts:read". Did you mean accounts:read?');
});

it("no key gets more than 100 scopes, and a list that is too long is refused", () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `orders.n${n}`);
  const parse = (scopes: unknown) => KeyIssue.safeParse({ label: "x", scopes });
  expect(parse(names(MAX_KEY_SCOPES)).success).toBe(true);
  for (const scopes of [names(MAX_KEY_SCOPES + 1), names(100_000), ["x".repeat(65)], [1], "x"]) {
    expect(parse(scopes).success).toBe(false);
  }
});

it("a secret in place of a scope is not repeated", async () => {
  const { partnerId, owner } = await newOwner();
  const secret = "rsk_0123456789";
  const issued = issueKey(owner, { partnerId, label: "x", scopes: [secret] });
  const error = await issued.catch((thrown: unknown) => thrown);
  expect(JSON.stringify(error)).not.toContain(secret);
});

it("adding one needs a recent proof, as ours do, and a confirmation", async () => {
  const { partnerId, owner } = await newOwner();
  await define("orders:read");
  const { key } = await platform.newKey({ id: partnerId }, { scopes: [] });
  const edit = { keyId: key.id, scopes: ["orders:read"] };
  const unconfirmed = setKeyScopes(owner, { ...edit, mayWiden: false });
  await expect(unconfirmed).rejects.toMatchObject({ details: { added: ["orders:read"] } });
  if (owner.actor.kind !== "user") throw new Error("not a person");
  const provedAt = new Date(clock.now().getTime() - 3_600_000);
  const stale = { ...owner, actor: { ...owner.actor, provedAt } };
  const widened = setKeyScopes(stale, { ...edit, mayWiden: true });
  await expect(widened).rejects.toEqual(failure("reauthentication_required"));
  await setKeyScopes(owner, { ...edit, mayWiden: true });
  const narrowed = await setKeyScopes(stale, { ...edit, scopes: [], mayWiden: false });
  expect(narrowed.scopes).toEqual([]);
});

it("keys are found by them, and unused ones are pointed out", async () => {
  const { partnerId, owner } = await newOwner();
  await define("orders:read");
  const { key } = await platform.newKey({ id: partnerId }, { scopes: ["orders:read"] });
  await platform.newKey({ id: partnerId }, { scopes: ["payouts:read"] });
  const search = (more: object) =>
    searchKeys(owner, { partnerId, state: "active", sort: "-created", limit: 10, ...more });
  const found = async (more: object) => (await search(more)).data.map(({ id }) => id);
  expect(await found({ search: "ORDERS:" })).toEqual([key.id]);
  const createdAt = new Date(clock.now().getTime() - 31 * DAY_MS);
  await platform.wiring.core.transact((tx) =>
    tx.apiKey.update({ where: { id: key.id }, data: { createdAt } }),
  );
  const unused = async () => {
    const { keys } = await getUsageSummary(owner, { partnerId });
    return keys.find(({ keyId }) => keyId === key.id)?.unusedScopes;
  };
  expect([await unused(), await found({ which: "broad" })]).toEqual([["orders:read"], [key.id]]);
  const use = { keyId: key.id, scope: "orders:read", lastUsedAt: clock.now() };
  await platform.wiring.core.transact((tx) => tx.keyScopeUse.create({ data: use }));
  expect([await unused(), await found({ which: "broad" })]).toEqual([[], []]);
  expect((await getKey(owner, { keyId: key.id })).scopes).toEqual(["orders:read"]);
});
