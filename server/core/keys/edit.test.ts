import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import type { Actor, Ctx } from "../kernel/actor";
import type { Scope } from "../kernel/scopes";
import { setPartnerStatus } from "../partners/mutations";
import { renameKey, setKeyExpiry, setKeyScopes } from "./edit";
import { revokeKey } from "./mutations";
import { getKey, listKeyHistory } from "./queries";
import { searchKeys } from "./search";

const DAY_MS = 86_400_000;
const clock = steppingClock();
const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
const platform = await platformForTests({ clock });

const failure = (code: string) => expect.objectContaining({ code });
const READS: Scope[] = ["accounts:read", "metrics:read"];

async function newKey(scopes: Scope[] = READS) {
  const { partner, owner } = await platform.newPartnerWithOwner();
  const { key, plaintext } = await platform.newKey(partner, { scopes });
  const status = async (path: string) => (await platform.call(path, { key: plaintext })).status;
  return { partner, owner, keyId: key.id, status };
}

it("a removed scope is rejected and an added scope accepted at the next request", async () => {
  const { owner, keyId, status } = await newKey();
  expect(await status("/metrics")).toBe(200);
  await setKeyScopes(owner, { keyId, scopes: ["accounts:read"], mayWiden: false });
  expect(await status("/metrics")).toBe(403);
  expect(await status("/accounts")).toBe(200);
  const scopes: Scope[] = ["accounts:read", "payouts:read"];
  expect((await setKeyScopes(owner, { keyId, scopes, mayWiden: true })).scopes).toEqual(scopes);
  expect(await status("/payouts")).toBe(200);
});

it("a scope of another release is not shown, grants nothing and is removed by the next edit", async () => {
  const { owner, keyId, status } = await newKey(["metrics:read"]);
  const stored = () => platform.system.db.apiKey.findUniqueOrThrow({ where: { id: keyId } });
  await platform.wiring.core.transact((tx) =>
    tx.apiKey.update({ where: { id: keyId }, data: { scopes: { push: "accounts:delete" } } }),
  );
  expect((await getKey(owner, { keyId })).scopes).toEqual(["metrics:read"]);
  expect([await status("/metrics"), await status("/accounts")]).toEqual([200, 403]);
  await setKeyScopes(owner, { keyId, scopes: ["metrics:read", "payouts:read"], mayWiden: true });
  expect((await stored()).scopes).toEqual(["metrics:read", "payouts:read"]);
});

it("a key is not listed as having unused scopes because of a scope of another release", async () => {
  const { partner, owner, keyId } = await newKey(["metrics:read"]);
  const createdAt = inMs(-365 * DAY_MS);
  const broad = () =>
    searchKeys(owner, {
      partnerId: partner.id,
      which: "broad",
      state: "all",
      sort: "-created",
      limit: 10,
    });
  const store = (scopes: string[]) =>
    platform.wiring.core.transact((tx) =>
      tx.apiKey.update({ where: { id: keyId }, data: { scopes, createdAt } }),
    );
  await store(["metrics:read", "accounts:delete"]);
  expect((await broad()).data).toHaveLength(1);
  await store(["accounts:delete"]);
  expect((await broad()).data).toEqual([]);
});

it("adds a scope only when confirmed, even if the same edit removes others", async () => {
  const { owner, keyId } = await newKey();
  const scopes: Scope[] = ["payouts:read"];
  const tried = setKeyScopes(owner, { keyId, scopes, mayWiden: false });
  await expect(tried).rejects.toMatchObject({
    code: "validation_failed",
    details: { added: scopes },
  });
  const same = await setKeyScopes(owner, { keyId, scopes: READS, mayWiden: false });
  expect(same.scopes).toEqual(READS);
});

it("while suspended, scopes can be removed, but not added, renamed or extended", async () => {
  const { partner, owner, keyId } = await newKey();
  await setPartnerStatus(platform.system, { partnerId: partner.id, status: "suspended" });
  const closed = [
    () => setKeyScopes(owner, { keyId, scopes: [...READS, "payouts:read"], mayWiden: true }),
    () => renameKey(owner, { keyId, label: "other" }),
    () => setKeyExpiry(owner, { keyId, expiresAt: null }),
  ];
  for (const attempt of closed)
    await expect(attempt()).rejects.toEqual(failure("partner_suspended"));
  const narrowed = await setKeyScopes(owner, { keyId, scopes: [], mayWiden: false });
  expect(narrowed.scopes).toEqual([]);
});

it("a new expiration takes effect at the next request and can be removed again", async () => {
  const { owner, keyId, status } = await newKey();
  expect(await status("/me")).toBe(200);
  const expiresAt = inMs(1_000);
  expect((await setKeyExpiry(owner, { keyId, expiresAt })).expiresAt).toEqual(expiresAt);
  clock.advance(999);
  expect(await status("/me")).toBe(200);
  clock.advance(1);
  expect(await status("/me")).toBe(401);
  const late = setKeyExpiry(owner, { keyId, expiresAt: null });
  await expect(late, "what is over stays over").rejects.toEqual(failure("conflict"));
  const other = await newKey();
  await setKeyExpiry(other.owner, { keyId: other.keyId, expiresAt: inMs(DAY_MS) });
  const never = await setKeyExpiry(other.owner, { keyId: other.keyId, expiresAt: null });
  expect(never.expiresAt).toBeNull();
});

it("requires recent authentication to extend an expiration, not to shorten it", async () => {
  const { owner, keyId } = await newKey();
  const provedAt = new Date(clock.now().getTime() - 15 * 60_000 - 1);
  const stale = { ...owner, actor: { ...owner.actor, provedAt } as Actor };
  const set = (ctx: Ctx, days: number | null) =>
    setKeyExpiry(ctx, { keyId, expiresAt: days === null ? null : inMs(days * DAY_MS) }).then(
      ({ expiresAt }) => expiresAt,
    );
  const asked = failure("reauthentication_required");
  expect(await set(stale, 30)).toEqual(inMs(30 * DAY_MS));
  expect(await set(stale, 20)).toEqual(inMs(20 * DAY_MS));
  await expect(set(stale, 21)).rejects.toMatchObject(asked);
  await expect(set(stale, null)).rejects.toMatchObject(asked);
  expect(await set(stale, 20), "the same again").toEqual(inMs(20 * DAY_MS));
  expect(await set(owner, 21)).toEqual(inMs(21 * DAY_MS));
  expect(await set(owner, null)).toBeNull();
});

it("rejects an expiration in the past and any change of an inactive key", async () => {
  const { owner, keyId } = await newKey();
  const past = setKeyExpiry(owner, { keyId, expiresAt: inMs(-1) });
  await expect(past).rejects.toEqual(failure("validation_failed"));
  await revokeKey(owner, { keyId, after: "now" });
  for (const attempt of [
    () => renameKey(owner, { keyId, label: "other" }),
    () => setKeyScopes(owner, { keyId, scopes: [], mayWiden: false }),
    () => setKeyExpiry(owner, { keyId, expiresAt: inMs(DAY_MS) }),
  ]) {
    await expect(attempt()).rejects.toEqual(failure("conflict"));
  }
});

it("records values before and after in the key's history", async () => {
  const { owner, keyId } = await newKey();
  clock.advance(1);
  await renameKey(owner, { keyId, label: "Till" });
  await renameKey(owner, { keyId, label: "Till" });
  clock.advance(1);
  await setKeyScopes(owner, { keyId, scopes: ["metrics:read"], mayWiden: false });
  const { data } = await listKeyHistory(owner, { keyId, limit: 10 });
  expect(data.map(({ action, detail }) => [action, detail]).slice(0, 2)).toEqual([
    ["key.narrowed", { label: "Till", added: [], removed: ["accounts:read"] }],
    ["key.renamed", { label: "test", before: "test", after: "Till" }],
  ]);
  expect(data).toHaveLength(3);
});
