import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { expect, it } from "vitest";
import { setKeyLimit } from "../server/core/keys/mutations";
import { openPlatform, PASSWORD } from "../server/testing/platform";
import { type Product, startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { answer } from "./support/latchkey";
import { openBrowser } from "./support/sign-in";

// One process on each kind of store. Work on the main thread delays all other requests; on embedded
// stores that includes the queries.
const BOUND_MS = 100;
/** A busy machine is slow now and then; a slow parser is slow every time. */
const TRIES = 5;
const MAX_BODY_BYTES = 65_536;

/** A server with the credentials that let a body be read as far as possible. */
type Target = { product: Product; key: string; cookie: string; close(): Promise<unknown> };

async function signedIn(url: string, email: string): Promise<string> {
  const browser = openBrowser(url);
  await browser.signIn({ email, password: PASSWORD });
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

async function openExternal(): Promise<Target> {
  const redis = await startRedis();
  const platform = await openPlatform({ env: { REDIS_URL: redis.url } });
  const partner = await platform.newPartner();
  const issued = await platform.newKey(partner);
  await setKeyLimit(platform.system, { keyId: issued.key.id, perMinute: 1_000_000 });
  const { email } = await platform.newPerson(partner, "owner");
  const product = await startProduct({ databaseUrl: platform.databaseUrl, redisUrl: redis.url });
  const cookie = await signedIn(product.url, email);
  const close = async () => {
    await product.stop();
    await platform.close();
    await redis.stop();
  };
  return { product, key: issued.plaintext, cookie, close };
}

async function openEmbedded(): Promise<Target> {
  const product = await startProduct();
  const settings = { DATA_DIR: product.dataDir };
  const email = "owner@delay.example";
  const partner = ["partner", "create", "--code", "delay", "--name", "Delay", "--email", email];
  const made = await answer(settings, partner);
  const token = new URL(made.owner.setup_url).hash.slice(1);
  await openBrowser(product.url).procedure("session.redeemLink", { token, password: PASSWORD });
  const limit = ["--limit", "1000000", "--scopes", "accounts:write"];
  const issued = await answer(settings, [
    ...["key", "issue", "--partner", "delay", "--label", "delay", ...limit],
  ]);
  const cookie = await signedIn(product.url, email);
  return { product, key: issued.key, cookie, close: product.stop };
}

const filled = (part: string, opening = "", closing = "") =>
  opening + part.repeat(Math.floor((MAX_BODY_BYTES - 20) / part.length)) + closing;
const PART = '--x\r\ncontent-disposition: form-data; name="1_a"\r\n\r\n1\r\n';

/** Bodies of the maximum size that are the most expensive to parse, by media type. */
const BODIES: Body[] = [
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

type Body = [type: string, text: string];

function send({ product, key, cookie }: Target, path: string, [type, body]: Body): Promise<void> {
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

/** The longest response time of /api/health while `work` was running, in milliseconds. */
async function longestHealth(
  { agent, url }: { agent: Agent; url: string },
  work: () => Promise<unknown>,
): Promise<number> {
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let longest = 0;
  do {
    const startedAtMs = performance.now();
    await new Promise<void>((done, fail) => {
      request(`${url}/api/health`, { agent }, (response) => {
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

it.each([
  ["PostgreSQL and Redis", openExternal],
  ["embedded stores", openEmbedded],
] as const)(
  "no accepted request body delays another request by more than 100 ms, on any page or route, on %s",
  async (_, openTarget) => {
    const target = await openTarget();
    const { url } = target.product;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const slow: string[] = [];
      // The code loaded by the first request of a path is not part of the cost of a body.
      for (const path of paths()) await send(target, path, ["text/plain", "x"]);
      for (const path of paths()) {
        for (const body of BODIES) {
          let shortest = Number.POSITIVE_INFINITY;
          for (let n = 0; n < TRIES && shortest > BOUND_MS; n++) {
            const work = () => send(target, path, body);
            shortest = Math.min(shortest, await longestHealth({ agent, url }, work));
          }
          if (shortest > BOUND_MS) slow.push(`${path} ${body[0]}: ${Math.round(shortest)} ms`);
        }
      }
      expect(slow).toEqual([]);
    } finally {
      agent.destroy();
      await target.close();
    }
  },
);
