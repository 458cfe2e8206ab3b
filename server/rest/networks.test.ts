import { afterAll, describe, expect, it, vi } from "vitest";
import { setKeyNetworks } from "../core/keys/edit";
import { revokeKey, setKeyLimit } from "../core/keys/mutations";
import type { KeyIssue } from "../core/keys/schema";
import { listRequests } from "../core/requests/queries";
import { type Platform, platformForTests } from "../testing/platform";
import { startRedis } from "../testing/redis";
import { answerFetch } from "./fetch";
import { BASE_PATH } from "./route";
import { clientOf } from "./testing/platform-client";

const HOME = "203.0.113.7";
const ELSEWHERE = "198.51.100.24";

/** Calls `GET /me`, or another path, from an address; null: unknown. */
async function callFrom(
  { wiring }: Platform,
  key: string,
  { address, path = "/me" }: { address: string | null; path?: string },
) {
  const headers = { authorization: `Bearer ${key}` };
  const request = new Request(`http://latchkey.test${BASE_PATH}${path}`, { headers });
  const response = await answerFetch(wiring.api, request, { address });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function newKey(platform: Platform, input: Partial<KeyIssue> = {}) {
  const partner = await platform.newPartner();
  const confined = { allowedNetworks: ["203.0.113.0/24", "2001:db8::/32"], ...input };
  const { key, plaintext } = await platform.newKey(partner, confined);
  const from = async (address: string | null, path = "/me") =>
    (await callFrom(platform, plaintext, { address, path })).status;
  const set = (allowedNetworks: string[]) =>
    setKeyNetworks(platform.system, { keyId: key.id, allowedNetworks, mayWiden: true });
  return { partner, keyId: key.id, plaintext, from, set };
}

const platform = await platformForTests({ hasOwnServer: true });

describe("a key with address ranges", () => {
  it.each([
    [HOME, 200],
    ["::ffff:203.0.113.7", 200],
    ["::FFFF:cb00:7107", 200],
    ["2001:db8:1::5", 200],
    [ELSEWHERE, 403],
    ["::ffff:198.51.100.24", 403],
    ["2001:db9::5", 403],
    [null, 403],
    ["", 403],
    ["unknown", 403],
    ["203.0.113.7, 198.51.100.24", 403],
  ])("asked from %j returns %i", async (address, status) => {
    const { from } = await newKey(platform);
    expect(await from(address)).toBe(status);
  });

  it("refuses without a word about the ranges or the key, and as if nothing was counted", async () => {
    const { plaintext } = await newKey(platform, { scopes: [] });
    const refused = await callFrom(platform, plaintext, { address: ELSEWHERE, path: "/metrics" });
    expect(refused.body).toEqual({
      code: "address_not_allowed",
      error: "This API key can't be used from this IP address.",
      details: {},
    });
    expect(JSON.stringify([...refused.headers])).not.toMatch(/203\.0|2001:db8|metrics:read/);
    expect(refused.headers.get("ratelimit")).toBeNull();
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
  });

  it("can't be exhausted from elsewhere, and a flood costs the database nothing", async () => {
    const { plaintext, from } = await newKey(platform);
    expect(await from(HOME)).toBe(200);
    const before = platform.wiring.keyCache.stats();
    const flood = Array.from({ length: 500 }, () => from(ELSEWHERE));
    expect(new Set(await Promise.all(flood))).toEqual(new Set([403]));
    for (let n = 0; n < 50; n++) expect(await from(null)).toBe(403);
    const after = platform.wiring.keyCache.stats();
    expect([after.misses, after.rereads]).toEqual([before.misses, before.rereads]);
    const { headers } = await callFrom(platform, plaintext, { address: HOME });
    expect(headers.get("ratelimit")).toMatch(/^"burst";r=(48|49)/);
  });

  it("stays 401 once it is revoked, wherever it is asked from", async () => {
    const { keyId, from } = await newKey(platform);
    await revokeKey(platform.system, { keyId, after: "now" });
    expect([await from(HOME), await from(ELSEWHERE)]).toEqual([401, 401]);
  });

  it("logs a refusal, which is no use of the key", async () => {
    const { partner, from, keyId } = await newKey(platform);
    expect([await from(HOME), await from(ELSEWHERE)]).toEqual([200, 403]);
    await platform.wiring.recorder.flush();
    const { data } = await listRequests(platform.system, { partnerId: partner.id, limit: 5 });
    expect(data.map(({ errorCode }) => errorCode).sort()).toEqual(["address_not_allowed", null]);
    const row = await platform.system.db.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    expect(row.lastUsedAddress).toBe(HOME);
  });

  it("is asked again before it gets the events that it waited for", async () => {
    const { plaintext, set } = await newKey(platform);
    const path = "/events?after=latest&wait=30&types=account.*";
    const waiting = callFrom(platform, plaintext, { address: HOME, path });
    await expect.poll(() => platform.wiring.holds.stats().now).toBe(1);
    await set(["2001:db8::/32"]);
    expect(await waiting).toMatchObject({ status: 403, body: { code: "address_not_allowed" } });
    expect(platform.wiring.holds.stats().now).toBe(0);
  });

  it("is refused by verify, too, for the address that is given, without a token", async () => {
    const { plaintext } = await newKey(platform);
    const proxy = await clientOf(platform, ["keys:verify"]);
    const verify = async (address: { ip?: string }) =>
      (await proxy("POST", "/keys/verify", { key: plaintext, ...address })).body;
    for (const elsewhere of [{ ip: ELSEWHERE }, {}]) {
      const refused = { valid: false, code: "address_not_allowed", status: 403, details: {} };
      expect(await verify(elsewhere)).toMatchObject(refused);
    }
    expect(await verify({ ip: HOME })).toMatchObject({
      valid: true,
      rate_limit: { remaining: 49 },
    });
  });

  it("whose stored ranges can't be read works from nowhere", async () => {
    const { keyId, from } = await newKey(platform);
    const data = { allowedNetworks: ["999.0.0.0/8"] };
    await platform.wiring.core.transact((tx) => tx.apiKey.update({ where: { id: keyId }, data }));
    expect([await from(HOME), await from(ELSEWHERE)]).toEqual([403, 403]);
  });
});

const redis = await startRedis();
afterAll(() => redis.stop());
const env = { REDIS_URL: redis.url };
const serving = await platformForTests({ env });
const writing = await platformForTests({ env, beside: serving });

describe("two processes with one Redis", () => {
  const set = (keyId: string, allowedNetworks: string[]) =>
    setKeyNetworks(writing.system, { keyId, allowedNetworks, mayWiden: true });

  it("one applies ranges that the other widened or narrowed at once, under load", async () => {
    const { keyId, from } = await newKey(serving);
    await setKeyLimit(writing.system, { keyId, perMinute: 1_000_000 });
    let expected: number | null = 403;
    const wrong: number[] = [];
    let isOver = false;
    const hammer = async () => {
      while (!isOver) {
        const asked: number | null = expected;
        const status = await from(ELSEWHERE);
        if (asked !== null && expected === asked && status !== asked) wrong.push(status);
      }
    };
    const load = Promise.all(Array.from({ length: 8 }, hammer));
    for (let round = 0; round < 20; round++) {
      const isWide = round % 2 === 0;
      expected = null;
      await set(keyId, isWide ? ["203.0.113.0/24", "198.51.100.0/24"] : ["203.0.113.0/24"]);
      expected = isWide ? 200 : 403;
      expect(await from(ELSEWHERE)).toBe(expected);
      await new Promise((turn) => setImmediate(turn));
    }
    isOver = true;
    await load;
    expect(wrong).toEqual([]);
  });

  it("refuse from elsewhere while Redis is away, and read the key once for all that wait", async () => {
    const { keyId, from } = await newKey(serving);
    expect([await from(HOME), await from(ELSEWHERE)]).toEqual([200, 403]);
    await redis.pause();
    expect(await from(ELSEWHERE)).toBe(403);
    const before = serving.wiring.limiter.stats().decisions;
    const { spy, reads } = countReads(serving);
    const flood = Array.from({ length: 200 }, () => from(ELSEWHERE));
    expect(new Set(await Promise.all(flood))).toEqual(new Set([403]));
    expect(reads()).toBeLessThan(10);
    spy.mockRestore();
    expect(serving.wiring.limiter.stats().decisions).toBe(before);
    // Written without the epoch, which nobody can set now.
    const data = { allowedNetworks: ["198.51.100.0/24"] };
    await writing.wiring.core.transact((tx) => tx.apiKey.update({ where: { id: keyId }, data }));
    expect([await from(ELSEWHERE), await from(HOME)]).toEqual([200, 403]);
    await redis.resume();
    const isBack = () => expect(serving.wiring.limiter.stats().isStoreOut).toBe(false);
    await vi.waitFor(isBack, { timeout: 10_000 });
    expect([await from(ELSEWHERE), await from(HOME)]).toEqual([200, 403]);
  });
});

/** How often the table of keys is read. */
function countReads({ wiring }: Platform) {
  const spy = vi.spyOn(wiring.core.db.apiKey, "findUnique");
  return { spy, reads: () => spy.mock.calls.length };
}
