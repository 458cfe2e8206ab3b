import { expect, it } from "vitest";
import { newId } from "../../core/kernel/ids";
import { setKeyExpiry } from "../../core/keys/edit";
import { newPlaintext } from "../../core/keys/format";
import { revokeKey, rotateKey, setKeyLimit } from "../../core/keys/mutations";
import { updatePartner } from "../../core/partners/mutations";
import { platformForTests, steppingClock } from "../../testing/platform";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const me = (key: string) => platform.call("/me", { key });

it("returns exactly the seven fields of the specification", async () => {
  const partner = await platform.newPartner();
  const { plaintext } = await platform.newKey(partner, { scopes: [] });
  const response = await me(plaintext);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({
    id: partner.id,
    code: partner.code,
    name: partner.name,
    status: "active",
    revshare_pct: 20,
    branding: {},
    user_count: 0,
  });
});

it("returns 304 to a known ETag until the partner changes", async () => {
  const { partner, plaintext: key } = await platform.newPartnerWithKey();
  const etag = (await me(key)).headers.get("etag") ?? "";
  const again = () => platform.call("/me", { key, headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  await updatePartner(platform.system, { partnerId: partner.id, name: "Another name" });
  expect((await again()).status).toBe(200);
});

it("returns the correct number of customers at the next request", async () => {
  const { partner, plaintext } = await platform.newPartnerWithKey();
  const email = (i: number) => `c${i}@example.com`;
  const rows = [1, 2, 3].map((i) => ({
    id: newId("customer"),
    partnerId: partner.id,
    createdAt: clock.now(),
    email: email(i),
    emailKey: email(i),
  }));
  await platform.wiring.core.transact((tx) => tx.customer.createMany({ data: rows }));
  expect((await (await me(plaintext)).json()).user_count).toBe(3);
});

it("accepts the Bearer scheme in any case", async () => {
  const { plaintext } = await platform.newKey(await platform.newPartner());
  for (const scheme of ["bearer", "BEARER", "Bearer "]) {
    const headers = { authorization: `${scheme} ${plaintext}` };
    expect((await platform.call("/me", { headers })).status).toBe(200);
  }
});

it("accepts a key that is scheduled to be revoked until that time", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  await revokeKey(platform.system, { keyId: key.id, after: "1h" });
  clock.advance(3_600_000 - 1);
  expect((await me(plaintext)).status).toBe(200);
  clock.advance(1);
  expect((await (await me(plaintext)).json()).code).toBe("revoked_api_key");
});

it("rejects a key from the moment it expires", async () => {
  const expiresAt = new Date(clock.now().getTime() + 1_000);
  const { plaintext } = await platform.newKey(await platform.newPartner(), { expiresAt });
  clock.advance(999);
  expect((await me(plaintext)).status).toBe(200);
  clock.advance(1);
  const response = await me(plaintext);
  expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
  expect((await response.json()).code).toBe("expired_api_key");
});

const inMs = (ms: number) => new Date(clock.now().getTime() + ms);

it("accepts a key whose expiration was extended, even if it was not used until the old one passed", async () => {
  const partner = await platform.newPartner();
  const { key, plaintext } = await platform.newKey(partner, { expiresAt: inMs(1_000) });
  expect((await me(plaintext)).status).toBe(200);
  await setKeyExpiry(platform.system, { keyId: key.id, expiresAt: inMs(60_000) });
  clock.advance(1_000);
  expect((await me(plaintext)).status).toBe(200);
});

it("reads an expired key from the database once, however often it is used", async () => {
  const partner = await platform.newPartner();
  const { plaintext } = await platform.newKey(partner, { expiresAt: inMs(1_000) });
  expect((await me(plaintext)).status).toBe(200);
  clock.advance(1_000);
  const { misses, rereads } = platform.wiring.keyCache.stats();
  for (let i = 0; i < 20; i++) {
    expect((await (await me(plaintext)).json()).code).toBe("expired_api_key");
  }
  const after = platform.wiring.keyCache.stats();
  expect([after.misses - misses, after.rereads - rereads]).toEqual([1, 0]);
});

it("accepts both keys during a rotation until the old one is revoked", async () => {
  const { key, plaintext: old } = await platform.newKey(await platform.newPartner());
  const successor = await rotateKey(platform.system, { keyId: key.id });
  expect([(await me(old)).status, (await me(successor.plaintext)).status]).toEqual([200, 200]);
  await revokeKey(platform.system, { keyId: key.id, after: "now" });
  expect([(await me(old)).status, (await me(successor.plaintext)).status]).toEqual([401, 200]);
});

it("applies a custom limit at the next request", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 1200 });
  const policy = async () => (await me(plaintext)).headers.get("ratelimit-policy");
  expect(await policy()).toBe('"burst";q=200;w=10, "minute";q=1200;w=60');
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: null });
  expect(await policy()).toBe('"burst";q=50;w=10, "minute";q=300;w=60');
});

it("records when and from where a key was last used, and counts its responses", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  await me(plaintext);
  await platform.call("/me?x=1", { key: plaintext });
  await platform.wiring.recorder.flush();
  const row = await platform.wiring.core.db.apiKey.findUnique({
    where: { id: key.id },
    include: { usage: true },
  });
  expect(row).toMatchObject({ lastUsedAt: clock.now(), lastUsedAddress: "192.0.2.1" });
  expect(row?.usage).toMatchObject([{ succeeded: 1, failed: 1, rateLimited: 0 }]);
});

it("responds 503, never 429, to an IP address with too many unknown keys, and still accepts known keys", async () => {
  const { plaintext } = await platform.newKey(await platform.newPartner());
  expect((await me(plaintext)).status).toBe(200);
  const guesses = await Promise.all(Array.from({ length: 60 }, () => me(newPlaintext())));
  const statuses = guesses.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  // Ten at once, ten within the second of waiting, and those that refill meanwhile.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(40);
  for (const refused of guesses.filter(({ status }) => status === 503)) {
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await refused.json()).code).toBe("unavailable");
  }
  expect((await me(plaintext)).status).toBe(200);
});
