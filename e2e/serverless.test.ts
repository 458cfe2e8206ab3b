import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "@humanwhocodes/upstash-redis-server";
import { afterAll, expect, it } from "vitest";
import { revokeKey, setKeyLimit } from "../server/core/keys/mutations";
import { listening } from "../server/testing/listening";
import { platformForTests } from "../server/testing/platform";
import { eventually } from "../server/testing/processes";
import { startRedis } from "../server/testing/redis";
import { startNext } from "./support/next";

// As on hosts without our server: the App Router alone, with Upstash's HTTP API for the limits.
const TOKEN = "a token";
const redis = await startRedis();
afterAll(() => redis.stop());
const app = createApp({ token: TOKEN, redisUrl: redis.url });
const upstash = createServer(getRequestListener((request) => app.fetch(request)));
const { url, close } = await listening(upstash);
afterAll(close);
const limits = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: TOKEN };
const platform = await platformForTests({ env: limits });
const host = await startNext({ DATABASE_URL: platform.databaseUrl, ...limits });
afterAll(() => host.child.stop());

async function me(plaintext: string): Promise<number> {
  const headers = { authorization: `Bearer ${plaintext}` };
  const response = await fetch(`${host.url}/api/v1/reseller/me`, { headers });
  await response.text();
  return response.status;
}
const newKey = async () => platform.newKey(await platform.newPartner());

it("shares counts with other processes over HTTPS and rejects requests over the limit", async () => {
  const { plaintext, key } = await newKey();
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 60 });
  const startedAt = performance.now();
  const statuses: number[] = [];
  for (let n = 0; n < 30; n++) {
    statuses.push(await me(plaintext), (await platform.call("/me", { key: plaintext })).status);
  }
  const served = statuses.filter((status) => status === 200).length;
  const seconds = (performance.now() - startedAt) / 1_000;
  // A burst of ten and one per second; two separate counters would admit twice as many.
  expect(served).toBeGreaterThanOrEqual(10);
  expect(served).toBeLessThanOrEqual(10 + seconds + 2);
  expect(statuses).toContain(429);
});

it("rejects a key at the next request after another process has revoked it", async () => {
  for (let round = 0; round < 5; round++) {
    const { plaintext, key } = await newKey();
    for (let n = 0; n < 3; n++) expect(await me(plaintext)).toBe(200);
    await revokeKey(platform.system, { keyId: key.id, after: "now" });
    expect(await me(plaintext)).toBe(401);
  }
});

it("writes usage after each response, without a timer that the host may stop", async () => {
  const { db } = platform.wiring.core;
  await me((await newKey()).plaintext);
  let waitedMs = 0;
  for (let round = 0; round < 5; round++) {
    const { plaintext, key } = await newKey();
    expect(await me(plaintext)).toBe(200);
    const startedAt = performance.now();
    await eventually(async () => {
      const { lastUsedAt } = await db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
      expect(lastUsedAt).not.toBeNull();
    }, 10_000);
    waitedMs += performance.now() - startedAt;
  }
  // On the recorder's own timer, all but the first would have waited for most of a second.
  expect(waitedMs).toBeLessThan(2_500);
});
