import { request } from "node:http";
import { afterAll, expect, it } from "vitest";
import { isThorough } from "../server/testing/extent";
import { PASSWORD, platformForTests } from "../server/testing/platform";
import { startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { signIn } from "./support/sign-in";

// The headers by which Next's scripts and servers talk to each other, with anything in them, sent
// to the built product: no 500, and nothing in the log.
const REQUESTS = isThorough ? 600 : 300;

const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { REDIS_URL: redis.url } });
const product = await startProduct({ databaseUrl: platform.databaseUrl, redisUrl: redis.url });
afterAll(() => product.stop());
const partner = await platform.newPartner();
const { email } = await platform.newPerson(partner, "owner");
const browser = await signIn(product.url, { email, password: PASSWORD });
const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const own = `/partners/${partner.code}`;
const paths = ["/", "/docs", "/sign-in", "/no-such-page", "/operator", "/account"];
paths.push(`${own}/overview`, `${own}/api-keys`, "/partners/another/overview", "/logs");

/** The same sequence of numbers below 1 in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const NAMES = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-url",
  "next-action",
  "next-action-revalidated",
  "next-resume",
  "next-hmr-refresh",
  "next-test-fetch-priority",
  "next-instant-navigation-testing-prefetch",
  "x-middleware-subrequest",
  "x-middleware-rewrite",
  "x-middleware-next",
  "x-middleware-override-headers",
  "x-middleware-set-cookie",
  "x-nextjs-data",
  "x-nextjs-redirect",
  "x-nextjs-request-id",
  "x-nextjs-html-request-id",
  "x-nextjs-postponed",
  "x-next-cache-tags",
  "x-next-revalidated-tags",
  "x-next-resume-state-length",
  "x-prerender-revalidate",
  "x-invoke-path",
  "x-invoke-status",
  "x-invoke-error",
  "x-invoke-output",
  "x-matched-path",
  "x-now-route-matches",
  "x-action-forwarded",
  "x-action-redirect",
  "x-forwarded-host",
  "purpose",
  "sec-purpose",
  "x-rewrite-url",
  "x-vercel-id",
  "x-deployment-id",
] as const;
const tree = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const VALUES = [
  "1",
  "0",
  "2",
  "",
  "%",
  "null",
  "[]",
  "{}",
  "true",
  "/",
  "/_tree",
  "/_index",
  "/$d$partner/__PAGE__",
  "/../../etc/passwd",
  "//evil.example",
  "http://127.0.0.1:1/",
  "prefetch",
  "500",
  "404",
  "undefined",
  "\xe4\xff",
  "x".repeat(4_000),
  "middleware:middleware:middleware:middleware:middleware",
  "src/proxy:src/proxy:src/proxy:src/proxy:src/proxy",
  "0123456789abcdef0123456789abcdef01234567ab",
  tree(["", {}]),
  tree(["", { children: ["__PAGE__", {}] }]),
  tree(["", { children: ["(dashboard)", { children: ["operator", {}] }] }, null, "refetch"]),
  tree(["", { children: [["partner", "x", "d", null], {}] }, null, "inside-shared-layout"]),
  tree(["", { children: ["__PAGE__", {}, null, null, 16] }, null, "metadata-only", 1]),
  tree([["a", "b", "oc", ["c"]], { __proto__: ["", {}], constructor: ["", {}] }]),
];
/** Headers that Next's own scripts send, in half of the requests, so that they reach the pages. */
const VALID: Partial<Record<(typeof NAMES)[number], readonly string[]>> = {
  rsc: ["1"],
  "next-router-state-tree": VALUES.filter((value) => value.startsWith("%5B%22%22")),
  "next-router-prefetch": ["1", "2", "3"],
  "next-router-segment-prefetch": ["/_tree", "/_index", "/$d$partner/__PAGE__"],
  "next-url": ["/", "/operator"],
};
const METHODS = ["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE"];

type Sent = { method: string; path: string; headers: Record<string, string> };

function send({ method, path, headers }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${product.url}${path}`, { method, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", reject);
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? '["x"]' : undefined);
  });
}

/** Lines of warnings, errors and crashes, on stdout and stderr. */
const complaints = () =>
  product
    .output()
    .split("\n")
    .filter((line) => /"level":[456]0|^\s*at |Error:/.test(line));

it("answers Next's own headers with anything in them, and never with 500", async () => {
  const random = numbers(20_261_124);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const failed: string[] = [];
  const statuses = new Map<number, number>();
  const choose = (name: (typeof NAMES)[number]) =>
    pick(random() < 0.5 ? (VALID[name] ?? VALUES) : VALUES);
  // Each header alone, then several at once.
  const alone = NAMES.map((name): Sent["headers"] => ({ [name]: choose(name) }));
  const mixed = Array.from({ length: REQUESTS - alone.length }, () => {
    const names = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(NAMES));
    return Object.fromEntries(names.map((name) => [name, choose(name)]));
  });
  for (const own of [...alone, ...mixed]) {
    const isSigned = random() < 0.6;
    const query = pick(["", "?_rsc=abc", "?_rsc=", "?x=%", "?__nextDataReq=1"]);
    const headers = { ...own, ...(isSigned && { cookie }) };
    const sent = { method: pick(METHODS), path: pick(paths) + query, headers };
    const status = await send(sent);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) failed.push(JSON.stringify({ status, ...sent }));
  }
  expect(failed).toEqual([]);
  expect(complaints()).toEqual([]);
  // They reached the pages, not only refusals.
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);
});
