import { afterAll, describe, expect, it } from "vitest";
import { revokeKey, setKeyLimit } from "../core/keys/mutations";
import { platformForTests } from "../testing/platform";
import { startRedis } from "../testing/redis";

// In real time, because Redis has its own clock: two processes of one deployment.
const PREFER = { prefer: "wait=30" };
/** Held requests notice within half a second, or later on a busy machine. */
const SOON_MS = 5_000;

const redis = await startRedis();
afterAll(() => redis.stop());
const env = { REDIS_URL: redis.url };
const first = await platformForTests({ env, hasOwnServer: true });
const second = await platformForTests({ env, hasOwnServer: true, beside: first });

async function newKey(perMinute: number) {
  const { key, plaintext } = await first.newKey(await first.newPartner());
  await setKeyLimit(first.system, { keyId: key.id, perMinute });
  return { keyId: key.id, key: plaintext };
}

describe("held requests with Redis", () => {
  it("get no 429 when workers of two processes look alike", async () => {
    const { key } = await newKey(120);
    // More than the burst of twenty.
    await Promise.all(Array.from({ length: 24 }, () => first.call("/me", { key })));
    const held = Array.from({ length: 12 }, (_, n) =>
      (n % 2 === 0 ? first : second).call("/me", { key, headers: PREFER }),
    );
    const statuses = (await Promise.all(held)).map(({ status }) => status);
    expect(statuses).toEqual(held.map(() => 200));
    const served = [first, second].map(({ wiring }) => wiring.holds.stats().served);
    expect(Math.max(...served)).toBeGreaterThan(0);
  });

  it("end with 401 when their key is revoked in another process", async () => {
    const { keyId, key } = await newKey(6);
    await first.call("/me", { key });
    const held = [1, 2].map(() => second.call("/me", { key, headers: PREFER }));
    await expect.poll(() => second.wiring.holds.stats().now).toBe(2);
    const revokedAt = performance.now();
    await revokeKey(first.system, { keyId, after: "now" });
    for (const { status } of await Promise.all(held)) expect(status).toBe(401);
    expect(performance.now() - revokedAt).toBeLessThan(SOON_MS);
    expect(second.wiring.holds.stats().now).toBe(0);
  });

  // The last test: the store is down from then on.
  it("are served by their own process if Redis becomes unreachable", async () => {
    const { key } = await newKey(6);
    await first.call("/me", { key });
    const held = [1, 2].map(() => first.call("/me", { key, headers: PREFER }));
    await expect.poll(() => first.wiring.holds.stats().now).toBe(2);
    const outSince = performance.now();
    await redis.stop();
    const answers = await Promise.race(held);
    expect(answers.status).toBe(200);
    expect(performance.now() - outSince).toBeLessThan(9_000);
    for (const { status } of await Promise.all(held)) expect(status).toBe(200);
  });
});
