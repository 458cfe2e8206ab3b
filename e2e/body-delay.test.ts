import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setKeyLimit } from "../server/core/keys/mutations";
import { openPlatform, PASSWORD, type Platform } from "./support/platform";
import { type Product, startProduct } from "./support/product";
import { startRedis, type TestRedis } from "./support/redis";
import { openBrowser } from "./support/sign-in";

// One process on external stores. What a request does on the main thread delays every other one.
const BOUND_MS = 100;
/** A machine that is busy with something else is slow now and then; a slow parser is slow each time. */
const TRIES = 5;
const MAX_BODY_BYTES = 65_536;

let platform: Platform;
let redis: TestRedis;
let product: Product;
let key: string;
let cookie: string;

beforeAll(async () => {
  redis = await startRedis();
  platform = await openPlatform({ env: { REDIS_URL: redis.url } });
  const partner = await platform.newPartner();
  const issued = await platform.newKey(partner);
  await setKeyLimit(platform.system, { keyId: issued.key.id, perMinute: 1_000_000 });
  key = issued.plaintext;
  product = await startProduct({ databaseUrl: platform.databaseUrl, redisUrl: redis.url });
  const browser = openBrowser(product.url);
  const { email } = await platform.newPerson(partner, "owner");
  await browser.signIn({ email, password: PASSWORD });
  cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}, 120_000);
afterAll(async () => {
  await product.stop();
  await platform.close();
  await redis.stop();
}, 60_000);

const filled = (part: string, opening = "", closing = "") =>
  opening + part.repeat(Math.floor((MAX_BODY_BYTES - 20) / part.length)) + closing;
const PART = '--x\r\ncontent-disposition: form-data; name="1_a"\r\n\r\n1\r\n';

/** Bodies of the greatest size that cost a parser most, by their media type. */
const BODIES: [string, string][] = [
  ["application/json", filled("[")],
  ["application/json", filled("0,", "[", "0]")],
  ["application/json", filled('"\\u0061":1,', "{", '"a":1}')],
  ["application/x-www-form-urlencoded", filled("a[]=%41&")],
  ["multipart/form-data; boundary=x", filled(PART, "", "--x--\r\n")],
  ["text/plain", filled("x")],
];

function paths(): string[] {
  const manifest = readFileSync(".next/app-path-routes-manifest.json", "utf8");
  const routes: Record<string, string> = JSON.parse(manifest);
  const named = Object.values(routes).map((path) => path.replaceAll(/\[+\.*(\w+)\]+/g, "$1"));
  return [
    ...named.filter((path) => !path.startsWith("/_")),
    "/api/auth/callback/credentials",
    "/api/trpc/customers.create",
    "/api/trpc/keys.list,customers.list?batch=1",
  ];
}

function send(path: string, [type, body]: [string, string]): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    cookie,
    origin: product.url,
    "content-type": type,
    "next-action": "x",
  };
  return new Promise((done) => {
    const sending = request(product.url + path, { method: "POST", headers }, (response) => {
      response.resume().on("close", done);
    });
    sending.on("error", () => done()).end(body);
  });
}

/** The longest that /api/health took while `work` was under way, in milliseconds. */
async function longestHealth(agent: Agent, work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let longest = 0;
  do {
    const startedAtMs = performance.now();
    await new Promise<void>((done, fail) => {
      request(`${product.url}/api/health`, { agent }, (response) => {
        response.resume().on("end", done);
      })
        .on("error", fail)
        .end();
    });
    longest = Math.max(longest, performance.now() - startedAtMs);
  } while (!isDone);
  await working;
  return longest;
}

it("no body that is let in delays another request by more than 100 ms, on any page or route", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const slow: string[] = [];
  // Code that the first request of a path loads is not part of the cost of a body.
  for (const path of paths()) await send(path, ["text/plain", "x"]);
  for (const path of paths()) {
    for (const body of BODIES) {
      let shortest = Number.POSITIVE_INFINITY;
      for (let n = 0; n < TRIES && shortest > BOUND_MS; n++) {
        shortest = Math.min(shortest, await longestHealth(agent, () => send(path, body)));
      }
      if (shortest > BOUND_MS) slow.push(`${path} ${body[0]}: ${Math.round(shortest)} ms`);
    }
  }
  agent.destroy();
  expect(slow).toEqual([]);
}, 240_000);
