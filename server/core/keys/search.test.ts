import { describe, expect, it } from "vitest";
import { type Platform, platformForTests } from "../../testing/platform";
import { wholeList } from "../kernel/whole-list";
import { decideLimitRequest, openLimitRequest } from "../limit-requests/mutations";
import { issueKey, revokeKey, rotateKey } from "./mutations";
import { countKeys, getListedKey, KeySearch, listKeys, searchKeys } from "./search";

const platform = await platformForTests();

type Partner = Awaited<ReturnType<Platform["newPartner"]>>;

async function issue(partner: Partner, label: string, some: { expiresAt?: Date } = {}) {
  const input = { partnerId: partner.id, label, scopes: [], ...some };
  return (await issueKey(platform.system, input)).key.id;
}

const queryOf = (some: object) => KeySearch.parse({ limit: 25, ...some });

/** The names of all pages; "> " before one that is being replaced. */
async function listed(partner: Partner, some: object = {}): Promise<string[]> {
  const query = { partnerId: partner.id, ...queryOf(some) };
  const read = (page: object) => searchKeys(platform.system, { ...query, ...page });
  const keys = await wholeList(read, query.limit);
  return keys.map(({ label, replacedBy }) => `${replacedBy ? "> " : ""}${label}`);
}

describe("the list of keys", () => {
  it("has every key once, newest first, however small the pages", async () => {
    const partner = await platform.newPartner();
    for (const label of ["one", "two", "three", "four", "five"]) await issue(partner, label);
    const newestFirst = ["five", "four", "three", "two", "one"];
    for (const limit of [1, 2, 5, 25])
      expect(await listed(partner, { limit })).toEqual(newestFirst);
  });

  it("puts a key that is being replaced right below the one that replaces it", async () => {
    const partner = await platform.newPartner();
    const old = await issue(partner, "rotated");
    await issue(partner, "other");
    const { key } = await rotateKey(platform.system, { keyId: old });
    await issue(partner, "newest");
    const arranged = ["newest", "rotated", "> rotated", "other"];
    for (const limit of [1, 2, 25]) expect(await listed(partner, { limit })).toEqual(arranged);
    await rotateKey(platform.system, { keyId: key.id });
    const chain = ["rotated", "> rotated", "> rotated", "newest", "other"];
    for (const limit of [1, 25]) expect(await listed(partner, { limit })).toEqual(chain);
  });

  it("an old key whose successor was revoked is in its own place again", async () => {
    const partner = await platform.newPartner();
    const old = await issue(partner, "old");
    const { key } = await rotateKey(platform.system, { keyId: old });
    await issue(partner, "other");
    await revokeKey(platform.system, { keyId: key.id, after: "now" });
    expect(await listed(partner)).toEqual(["other", "old"]);
    expect(await listed(partner, { state: "all" })).toEqual(["other", "old", "old"]);
  });

  it("a search lists keys that are being replaced on their own, and says so", async () => {
    const partner = await platform.newPartner();
    const old = await issue(partner, "Rotated till");
    await issue(partner, "other");
    await rotateKey(platform.system, { keyId: old });
    expect(await listed(partner, { search: "TILL" })).toEqual(["Rotated till", "> Rotated till"]);
    expect(await listed(partner, { search: old })).toEqual(["> Rotated till"]);
    expect(await listed(partner, { search: "100%_" })).toEqual([]);
  });

  it("revoked and expired keys are listed under all, and counted", async () => {
    const partner = await platform.newPartner();
    await issue(partner, "active");
    await revokeKey(platform.system, { keyId: await issue(partner, "later"), after: "24h" });
    await revokeKey(platform.system, { keyId: await issue(partner, "revoked"), after: "now" });
    expect(await listed(partner)).toEqual(["later", "active"]);
    expect(await listed(partner, { state: "all" })).toEqual(["revoked", "later", "active"]);
    const counts = await countKeys(platform.system, { partnerId: partner.id });
    expect(counts).toEqual({ active: 2, all: 3 });
  });
});

describe("the list for menus", () => {
  /** The names of all pages. */
  async function found(partner: Partner, some: { search?: string; limit?: number } = {}) {
    const { limit = 25, ...query } = { partnerId: partner.id, ...some };
    const keys = await wholeList((page) => listKeys(platform.system, { ...query, ...page }), limit);
    return keys.map(({ label }) => label);
  }

  it("has every key once, newest first, also revoked ones and however small the pages", async () => {
    const partner = await platform.newPartner();
    for (const label of ["one", "two", "three"]) await issue(partner, label);
    await revokeKey(platform.system, { keyId: await issue(partner, "four"), after: "now" });
    // Keys of the same millisecond are in the order of their IDs.
    await platform.wiring.core.transact((tx) =>
      tx.apiKey.updateMany({
        where: { partnerId: partner.id, label: { in: ["two", "three"] } },
        data: { createdAt: new Date() },
      }),
    );
    const names = ["three", "two", "four", "one"];
    for (const limit of [1, 2, 25]) expect(await found(partner, { limit })).toEqual(names);
  });

  it("finds a name, an ID and the visible characters, whatever the case, but no scope", async () => {
    const partner = await platform.newPartner();
    const scopes = ["prices:read"] as const;
    const { key } = await issueKey(platform.system, {
      partnerId: partner.id,
      label: "Größe 100% of_till",
      scopes: [...scopes],
    });
    for (let n = 0; n < 3; n++) await issue(partner, `Other ${n}`);
    const shown = `${key.head}...${key.tail}`;
    for (const search of [
      "größe",
      "OF_TILL",
      "100%",
      key.id,
      key.id.slice(4),
      shown,
      `...${key.tail}`,
    ])
      expect(await found(partner, { search }), search).toEqual([key.label]);
    for (const search of ["prices:read", "100_", "till.*", `${key.label}\\`])
      expect(await found(partner, { search }), search).toEqual([]);
    expect(await found(partner, { search: "other", limit: 2 })).toHaveLength(3);
    expect(await found(await platform.newPartner(), { search: "größe" })).toEqual([]);
  });

  it("a cursor is of one search", async () => {
    const partner = await platform.newPartner();
    for (const label of ["a till", "b till"]) await issue(partner, label);
    const of = { partnerId: partner.id, limit: 1 };
    const { nextCursor } = await listKeys(platform.system, { ...of, search: "till" });
    const other = { ...of, search: "a", cursor: nextCursor ?? "" };
    await expect(listKeys(platform.system, other)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

it("lists keys that expire within 30 days, the first to expire first", async () => {
  const partner = await platform.newPartner();
  const inDays = (days: number) => ({ expiresAt: new Date(Date.now() + days * 86_400_000) });
  await issue(partner, "later", inDays(29));
  await issue(partner, "first", inDays(1));
  await issue(partner, "far", inDays(31));
  await issue(partner, "never");
  const over = await issue(partner, "over", inDays(1));
  await platform.wiring.core.transact((tx) =>
    tx.apiKey.update({ where: { id: over }, data: { expiresAt: new Date(Date.now() - 1_000) } }),
  );
  const ending = { which: "ending", sort: "expires" };
  expect(await listed(partner, ending)).toEqual(["first", "later"]);
});

it("lists replaced keys that were not used for a day, and none that is scheduled to be revoked", async () => {
  const partner = await platform.newPartner();
  const old: string[] = [];
  for (const label of ["unused", "never used", "in use", "scheduled", "not replaced"])
    old.push(await issue(partner, label));
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const [unused = "", never = "", inUse = "", scheduled = ""] = old;
  await platform.wiring.core.transact(async (tx) => {
    await tx.apiKey.updateMany({ where: { id: { in: old } }, data: { createdAt: daysAgo(9) } });
    const used = { where: { id: { in: [unused, scheduled] } }, data: { lastUsedAt: daysAgo(2) } };
    await tx.apiKey.updateMany(used);
    await tx.apiKey.update({ where: { id: inUse }, data: { lastUsedAt: daysAgo(0.5) } });
  });
  for (const keyId of [unused, never, inUse, scheduled])
    await rotateKey(platform.system, { keyId });
  await revokeKey(platform.system, { keyId: scheduled, after: "24h" });
  const names = await listed(partner, { which: "replaced", sort: "name" });
  expect(names).toEqual(["> never used", "> unused"]);
});

describe("sorting", () => {
  it.each([
    ["name", ["alpha", "Beta", "gamma"]],
    ["-name", ["gamma", "Beta", "alpha"]],
    ["created", ["gamma", "alpha", "Beta"]],
    ["expires", ["alpha", "Beta", "gamma"]],
    ["-expires", ["gamma", "Beta", "alpha"]],
    ["used", ["gamma", "Beta", "alpha"]],
    ["-used", ["alpha", "Beta", "gamma"]],
  ])("by %s holds over pages", async (sort, names) => {
    const partner = await platform.newPartner();
    const soon = (days: number) => new Date(Date.now() + days * 86_400_000);
    await issue(partner, "gamma");
    const alpha = await issue(partner, "alpha", { expiresAt: soon(1) });
    const beta = await issue(partner, "Beta", { expiresAt: soon(2) });
    const { recorder } = platform.wiring;
    for (const [keyId, secondsAgo] of [
      [alpha, 1],
      [beta, 3_600],
    ] as const) {
      const at = new Date(Date.now() - secondsAgo * 1_000);
      recorder.record({ keyId, at, status: 200, address: null });
    }
    await recorder.flush();
    for (const limit of [1, 2, 25]) expect(await listed(partner, { sort, limit })).toEqual(names);
  });

  it("a cursor is of one order", async () => {
    const partner = await platform.newPartner();
    for (const label of ["a", "b"]) await issue(partner, label);
    const of = { partnerId: partner.id };
    const { nextCursor } = await searchKeys(platform.system, { ...of, ...queryOf({ limit: 1 }) });
    const other = { ...of, ...queryOf({ limit: 1, sort: "name", cursor: nextCursor }) };
    await expect(searchKeys(platform.system, other)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("a key", () => {
  it("has the active keys that it replaces and that replace it", async () => {
    const partner = await platform.newPartner();
    const oldId = await issue(partner, "rotated");
    const { key } = await rotateKey(platform.system, { keyId: oldId });
    const [old, newer] = await Promise.all(
      [oldId, key.id].map((keyId) => getListedKey(platform.system, { keyId })),
    );
    expect([old?.replaces, old?.replacedBy?.id]).toEqual([null, key.id]);
    expect([newer?.replaces?.id, newer?.replacedBy]).toEqual([oldId, null]);
    await revokeKey(platform.system, { keyId: oldId, after: "now" });
    expect((await getListedKey(platform.system, { keyId: key.id })).replaces).toBeNull();
  });

  it("has its newest request for a higher limit, in the list too", async () => {
    const partner = await platform.newPartner();
    const keyId = await issue(partner, "asked");
    await issue(partner, "other");
    const developer = platform.as((await platform.newPerson(partner, "developer")).actor);
    const ask = () =>
      openLimitRequest(developer, { keyId, wantedPerMinute: 600, reason: "a sale" });
    const { id } = await ask();
    await decideLimitRequest(platform.system, { decision: "decline", id, answer: "no" });
    const newest = await ask();
    expect((await getListedKey(developer, { keyId })).limitRequest?.id).toBe(newest.id);
    const { data } = await searchKeys(developer, { partnerId: partner.id, ...queryOf({}) });
    expect(data.map(({ limitRequest }) => limitRequest?.id)).toEqual([undefined, newest.id]);
  });
});
