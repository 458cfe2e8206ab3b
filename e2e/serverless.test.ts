import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "@humanwhocodes/upstash-redis-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { revokeKey, setKeyLimit } from "../server/core/keys/service";
import { openPlatform, type Platform } from "./support/platform";
import { eventually, freePort, type OwnedProcess, spawnOwned } from "./support/processes";
import { startRedis, type TestRedis } from "./support/redis";

// As hosts without a server of ours run it: the App Router alone, with Upstash's HTTP API for the limits.
const TOKEN = "a token";
let redis: TestRedis;
let upstash: Server;
let platform: Platform;
let host: OwnedProcess;
let url: string;

beforeAll(async () => {
  redis = await startRedis();
  const app = createApp({ token: TOKEN, redisUrl: redis.url });
  upstash = createServer(getRequestListener((request) => app.fetch(request)));
  await new Promise<void>((resolve) => upstash.listen(0, "127.0.0.1", resolve));
  const { port: upstashPort } = upstash.address() as AddressInfo;
  const limits = {
    UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${upstashPort}`,
    UPSTASH_REDIS_REST_TOKEN: TOKEN,
  };
  platform = await openPlatform({ env: limits });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  host = spawnOwned({
    command: join("node_modules", ".bin", "next"),
    args: ["start", "-H", "127.0.0.1", "-p", String(port)],
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: platform.databaseUrl },
      ...{ NEXTAUTH_URL: url, NEXTAUTH_SECRET: "a secret of the tests, long enough to sign with" },
      ...limits,
    },
  });
  await eventually(async () => {
    if (host.hasExited()) return;
    if ((await fetch(`${url}/api/health`)).status !== 200) throw new Error(host.output());
  }, 60_000);
}, 120_000);
afterAll(async () => {
  await host.stop();
  await platform.close();
  upstash.closeAllConnections();
  upstash.close();
  await redis.stop();
}, 60_000);

async function me(plaintext: string): Promise<number> {
  const headers = { authorization: `Bearer ${plaintext}` };
  const response = await fetch(`${url}/api/v1/reseller/me`, { headers });
  await response.text();
  return response.status;
}
const newKey = async () => platform.newKey(await platform.newPartner());

it("counts over HTTPS what the other processes count, and refuses beyond the limit", async () => {
  const { plaintext, key } = await newKey();
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 60 });
  const startedAt = performance.now();
  const statuses: number[] = [];
  for (let n = 0; n < 30; n++) {
    statuses.push(await me(plaintext), (await platform.call("/me", { key: plaintext })).status);
  }
  const served = statuses.filter((status) => status === 200).length;
  const seconds = (performance.now() - startedAt) / 1_000;
  // A burst of ten and one a second: of two that counted for themselves it would be twice as many.
  expect(served).toBeGreaterThanOrEqual(10);
  expect(served).toBeLessThanOrEqual(10 + seconds + 2);
  expect(statuses).toContain(429);
}, 30_000);

it("refuses a key at the very next request after another process has revoked it", async () => {
  for (let round = 0; round < 5; round++) {
    const { plaintext, key } = await newKey();
    for (let n = 0; n < 3; n++) expect(await me(plaintext)).toBe(200);
    await revokeKey(platform.system, { keyId: key.id, after: "now" });
    expect(await me(plaintext)).toBe(401);
  }
}, 30_000);

it("has written what it noted of a request before the host may freeze it", async () => {
  await me((await newKey()).plaintext);
  for (let round = 0; round < 5; round++) {
    const { plaintext, key } = await newKey();
    expect(await me(plaintext)).toBe(200);
    // Time for a write, and too little for the recorder's own clock in five rounds.
    await new Promise((resume) => setTimeout(resume, 150));
    host.signal("SIGSTOP");
    const { lastUsedAt } = await platform.wiring.core.db.apiKey.findUniqueOrThrow({
      where: { id: key.id },
    });
    host.signal("SIGCONT");
    expect(lastUsedAt).not.toBeNull();
  }
}, 30_000);
