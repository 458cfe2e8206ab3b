import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "@humanwhocodes/upstash-redis-server";
import { afterAll, describe, expect, it } from "vitest";
import { revokeKey } from "../server/core/keys/mutations";
import { listening } from "../server/testing/listening";
import { platformForTests } from "../server/testing/platform";
import { eventually } from "../server/testing/processes";
import { startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { startNext } from "./support/next";

// The same endpoints on the same stores: in our own server before Next, and through the App
// Router's route handlers, as on hosts without our server. These ask the same Redis through
// Upstash's HTTP API.
const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { REDIS_URL: redis.url } });
const stores = { databaseUrl: platform.databaseUrl, redisUrl: redis.url };
const product = await startProduct(stores);
afterAll(() => product.stop());
const TOKEN = "a token";
const upstash = createApp({ token: TOKEN, redisUrl: redis.url });
const overHttp = await listening(
  createServer(getRequestListener((request) => upstash.fetch(request))),
);
afterAll(overHttp.close);
const standalone = await startNext({
  DATABASE_URL: stores.databaseUrl,
  UPSTASH_REDIS_REST_URL: overHttp.url,
  UPSTASH_REDIS_REST_TOKEN: TOKEN,
});
afterAll(() => standalone.child.stop());
const key = await newKey();

async function newKey() {
  const issued = await platform.newKey(await platform.newPartner());
  return { id: issued.key.id, plaintext: issued.plaintext };
}

type Answer = { status: number; headers: Record<string, string>; body: string };
const OF_THE_CONNECTION = [
  "content-length",
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "vary",
];

async function ask(origin: string, path: string, init: RequestInit = {}): Promise<Answer> {
  // Next compresses responses; our own server leaves that to the reverse proxy.
  const sent = new Headers({
    ...(init.headers as Record<string, string>),
    "accept-encoding": "identity",
  });
  const url = `${origin}/api/v1/reseller${path}`;
  const response = await fetch(url, { redirect: "manual", ...init, headers: sent });
  const headers = Object.fromEntries(response.headers);
  expect(headers["x-request-id"]).toMatch(/^req_/);
  for (const name of [...OF_THE_CONNECTION, "x-request-id", "ratelimit"]) delete headers[name];
  return { status: response.status, headers, body: await response.text() };
}

const authorized = () => ({ headers: { authorization: `Bearer ${key.plaintext}` } });
const CASES: [string, string, () => RequestInit][] = [
  ["GET /me", "/me", authorized],
  ["HEAD /me", "/me", () => ({ ...authorized(), method: "HEAD" })],
  ["OPTIONS /me", "/me", () => ({ method: "OPTIONS" })],
  ["a method that is not there", "/me", () => ({ method: "DELETE" })],
  ["no key", "/me", () => ({})],
  ["a malformed key", "/me", () => ({ headers: { authorization: "Bearer rsk_x" } })],
  ["an unknown parameter", "/me?nonsense=1", authorized],
  ["an unknown path", "/nonsense", () => ({})],
  ["a deep unknown path", "/me/too/deep", () => ({ method: "POST", body: "{}" })],
  ["a trailing slash", "/me/", authorized],
  ["the base path", "", () => ({})],
  ["the base path with a slash", "/", () => ({})],
  ["the document", "/openapi.json", () => ({})],
];

it.each(CASES)(
  "responds to %s identically through both entry points, in JSON",
  async (_what, path, init) => {
    const fast = await ask(product.url, path, init());
    const routed = await ask(standalone.url, path, init());
    expect(routed).toEqual(fast);
    if (fast.body) expect(() => JSON.parse(fast.body)).not.toThrow();
  },
);

describe.each([
  ["our own server", () => product.url],
  ["the App Router alone", () => standalone.url],
])("%s", (_name, origin) => {
  it.each(["latchkey.ts", "latchkey-server.ts", "latchkey-platform.ts"])(
    "serves the committed %s as text",
    async (file) => {
      const response = await fetch(`${origin()}/${file}`);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(await response.text()).toBe(readFileSync(`public/${file}`, "utf8"));
    },
  );

  it("rejects a key at the next request after another process has revoked it", async () => {
    for (let round = 0; round < 5; round++) {
      const { id, plaintext } = await newKey();
      const init = { headers: { authorization: `Bearer ${plaintext}` } };
      for (let i = 0; i < 3; i++) expect((await ask(origin(), "/me", init)).status).toBe(200);
      await revokeKey(platform.system, { keyId: id, after: "now" });
      expect((await ask(origin(), "/me", init)).status).toBe(401);
    }
  });
});

it("count the requests of one key together", async () => {
  const { plaintext } = await newKey();
  const init = { headers: { authorization: `Bearer ${plaintext}` } };
  const startedAt = performance.now();
  const statuses: number[] = [];
  for (let i = 0; i < 45; i++) {
    statuses.push((await ask(product.url, "/me", init)).status);
    statuses.push((await ask(standalone.url, "/me", init)).status);
  }
  const served = statuses.filter((status) => status === 200).length;
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(served).toBeGreaterThanOrEqual(50);
  expect(served).toBeLessThanOrEqual(51 + 5 * seconds);
});

it("the App Router alone writes usage after each response, without a timer that the host may stop", async () => {
  const { db } = platform.wiring.core;
  const use = async (plaintext: string) => {
    const init = { headers: { authorization: `Bearer ${plaintext}` } };
    expect((await ask(standalone.url, "/me", init)).status).toBe(200);
  };
  await use((await newKey()).plaintext);
  let waitedMs = 0;
  for (let round = 0; round < 5; round++) {
    const { id, plaintext } = await newKey();
    await use(plaintext);
    const startedAt = performance.now();
    await eventually(async () => {
      const { lastUsedAt } = await db.apiKey.findUniqueOrThrow({ where: { id } });
      expect(lastUsedAt).not.toBeNull();
    }, 10_000);
    waitedMs += performance.now() - startedAt;
  }
  // On the recorder's own timer, all but the first would have waited for most of a second.
  expect(waitedMs).toBeLessThan(2_500);
});
