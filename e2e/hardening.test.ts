import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { setKeyLimit } from "../server/core/keys/mutations";
import { PASSWORD, platformForTests } from "../server/testing/platform";
import { eventually } from "../server/testing/processes";
import { type Product, startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { openBrowser, signIn } from "./support/sign-in";

// Malicious input that only raw sockets can send, to the built product.
const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { REDIS_URL: redis.url } });
const { partner, key, plaintext } = await platform.newPartnerWithKey();
await setKeyLimit(platform.system, { keyId: key.id, perMinute: 1_000_000 });
const product = await startProduct({ databaseUrl: platform.databaseUrl, redisUrl: redis.url });
afterAll(() => product.stop());

const ACCOUNTS = "/api/v1/reseller/accounts";
const open = () => connect(product.port, "127.0.0.1");
const post = (...headers: string[]) =>
  [
    `POST ${ACCOUNTS} HTTP/1.1`,
    "host: latchkey.test",
    `authorization: Bearer ${plaintext}`,
    "content-type: application/json",
    ...headers,
    "",
    "",
  ].join("\r\n");
const customers = () =>
  platform.wiring.core.db.customer.count({ where: { partnerId: partner.id } });
const BODY = JSON.stringify({ email: "raw@example.com" });

/** All data received until the other side closes the connection. */
async function exchange(sent: string): Promise<string> {
  const socket = open();
  socket.on("error", () => {});
  socket.write(sent);
  return text(socket).catch(() => "");
}

async function me(): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${product.url}/api/v1/reseller/me`, {
    headers: { authorization: `Bearer ${plaintext}` },
  });
  await response.text();
  expect(response.status).toBe(200);
  return performance.now() - startedAt;
}

const refused = (answer: string, status: number) => {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(Object.keys(JSON.parse(body))).toEqual(["error", "code", "details"]);
};

describe("ambiguous requests", () => {
  it.each([
    ["both lengths", `${post("content-length: 5", "transfer-encoding: chunked")}0\r\n\r\n`],
    ["two lengths", `${post("content-length: 5", "content-length: 6")}hello`],
    ["a length that is no number", `${post("content-length: +5")}hello`],
    ["a chunk that is no number", `${post("transfer-encoding: chunked")}zz\r\nhello\r\n0\r\n\r\n`],
    ["an unknown coding", `${post("transfer-encoding: chunked, identity")}5\r\nhello\r\n0\r\n\r\n`],
    ["a header over two lines", post("x-a: b\r\n c: d\r\n\x00: e") + BODY],
    ["a bare line feed for a chunk", `${post("transfer-encoding: chunked")}5\nhello\r\n0\r\n\r\n`],
  ])(
    "%s: rejected with the API's error body, the connection closes, nothing is written",
    async (_, sent) => {
      const before = await customers();
      // A second request behind it must never be read as one of its own.
      refused(await exchange(`${sent}GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n`), 400);
      expect(await customers()).toBe(before);
    },
  );
});

it("responds 429 with the wait to a throttled sign-in", async () => {
  const browser = openBrowser(product.url);
  const login = { email: "nobody@example.com", password: PASSWORD };
  const answers: Response[] = [];
  for (let tries = 0; tries < 6; tries++) answers.push(await browser.signIn(login));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  // Five seconds, less the time since the last failure.
  expect(answers[5]?.headers.get("retry-after")).toMatch(/^[1-5]$/);
});

it("writes nothing of an aborted upload and logs no error", async () => {
  const before = await customers();
  for (let n = 0; n < 20; n++) {
    const socket = open();
    socket.on("error", () => {});
    await new Promise((sent) => socket.write(post("content-length: 500") + BODY.slice(0, 9), sent));
    if (n % 2) socket.resetAndDestroy();
    else socket.destroy();
  }
  await me();
  expect(await customers()).toBe(before);
  expect(product.output()).not.toContain("internal_error");
});

it("responds to others within twice the usual time next to 100 slow and 100 silent connections", async () => {
  const median = async () => {
    const times: number[] = [];
    for (let n = 0; n < 100; n++) times.push(await me());
    return times.sort((a, b) => a - b)[50] ?? Number.NaN;
  };
  await median();
  const sockets: Socket[] = [];
  const usual: number[] = [];
  const beside: number[] = [];
  // Alternating, so that other load on the machine slows down both.
  for (let round = 0; round < 3; round++) {
    usual.push(await median());
    for (let n = 0; n < 200; n++) sockets.push(open().on("error", () => {}));
    for (const socket of sockets.slice(0, 100)) socket.write(`GET ${ACCOUNTS} HTTP/1.1\r\n`);
    const drip = setInterval(() => {
      for (const socket of sockets.slice(0, 100)) if (socket.writable) socket.write("x-a: b\r\n");
    }, 200);
    beside.push(await median());
    clearInterval(drip);
    for (const socket of sockets.splice(0)) socket.destroy();
  }
  expect(Math.min(...beside)).toBeLessThan(2 * Math.min(...usual) + 2);
});

it("sends HSTS on an https site and warns about an untrusted proxy", async () => {
  const env = { NEXTAUTH_URL: "https://partners.example.com" };
  const stores = { databaseUrl: platform.databaseUrl, redisUrl: redis.url };
  const secure = await startProduct({ ...stores, env });
  const api = ["/v1/reseller/me", "/v1/reseller/openapi.json", "/trpc/x", "/auth/csrf", "/health"];
  for (const path of ["/sign-in", "/latchkey.ts", ...api.map((name) => `/api${name}`)]) {
    const policyOf = async ({ url }: Product) =>
      (await fetch(url + path)).headers.get("strict-transport-security");
    expect(await policyOf(secure), path).toMatch(/^max-age=\d{8}$/);
    expect(await policyOf(product), path).toBeNull();
  }
  await eventually(async () => expect(secure.output()).toContain("TRUST_PROXY is not set"), 10_000);
  expect(product.output()).not.toContain("TRUST_PROXY");
  await secure.stop();
});

it("does not process images", async () => {
  // The image itself can be fetched directly.
  expect((await fetch(`${product.url}/icon.svg`)).status).toBe(200);
  const { status } = await fetch(`${product.url}/_next/image?url=%2Ficon.svg&w=64&q=75`);
  expect(status).toBe(404);
});

describe("planted or stolen cookies", () => {
  const SESSION = "next-auth.session-token";
  const CSRF = "next-auth.csrf-token";
  const newLogin = async () => {
    const { email } = await platform.newPerson(await platform.newPartner(), "owner");
    return { email, password: PASSWORD };
  };
  const whoIs = (browser: { procedure(name: string): Promise<string> }) =>
    browser.procedure("session.whoAmI");

  it("a planted session is replaced at sign-in and gains no access", async () => {
    const [attacker, victim] = [await newLogin(), await newLogin()];
    const theirs = await signIn(product.url, attacker);
    const browser = openBrowser(product.url, theirs.cookies);
    await browser.signIn(victim);
    expect(browser.cookies.get(SESSION)).not.toBe(theirs.cookies.get(SESSION));
    expect(await whoIs(browser)).toContain(victim.email);
    expect(await whoIs(theirs)).toContain(attacker.email);
  });

  it("forged cookies are rejected", async () => {
    const login = await newLogin();
    const made = new Map([
      [SESSION, "x".repeat(200)],
      [CSRF, `${"a".repeat(64)}%7C${"b".repeat(64)}`],
    ]);
    const browser = openBrowser(product.url, made);
    expect(await whoIs(browser)).toContain("unauthenticated");
    await browser.signIn(login, "a".repeat(64));
    expect(await whoIs(browser), "their own token signs nobody in").toContain("unauthenticated");
    await browser.signIn(login);
    expect(await whoIs(browser)).toContain(login.email);
    for (const [name, value] of made) expect(browser.cookies.get(name)).not.toBe(value);
  });
});
