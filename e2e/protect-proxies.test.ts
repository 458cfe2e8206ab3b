import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judge } from "../server/cli/retry-after/report";
import { runWorkers } from "../server/cli/retry-after/workers";
import { failureBody } from "../server/core/kernel/errors";
import { startProduct } from "../server/testing/product";
import { answer } from "./support/latchkey";
import {
  openOwnApi,
  PROXIES,
  type ProtectingProxy,
  type Reached,
} from "./support/protecting-proxies";

// The recipes of docs/deploy, run as printed by a real nginx and a real Caddy, in front of the built
// product and of an API that responds with what has reached it.
const WORKERS = 20;
const SECONDS = 20;
/** Headers with which a caller could pretend to be a partner. */
const FORGED = {
  "x-partner-id": "prt_forged",
  "x-partner-code": "forged",
  "x-key-id": "key_forged",
  "x-scopes": "forged:all",
  "x-platform-key": "psk_forged",
};

const api = await openOwnApi();
afterAll(() => api.close());
const product = await startProduct({ hasDemo: true });
afterAll(() => product.stop());
const keys: string[] = [];

const command = (words: string[]) => answer({ DATA_DIR: product.dataDir }, words);

async function newPlatformKey(): Promise<string> {
  const made = await command(["platform-key", "issue", "--label", "p", "--scopes", "keys:verify"]);
  keys.push(made.key);
  return made.key;
}
const platformKey = await newPlatformKey();

async function newKey({ perMinute = 6_000, scopes = "orders:read" } = {}) {
  const words = ["key", "issue", "--partner", "acme", "--label", "t", "--scopes", scopes];
  const made = await command([...words, "--limit", String(perMinute)]);
  keys.push(made.key);
  return made as { key: string; id: string };
}

const setup = () => ({ latchkeyPort: product.port, apiPort: api.port, platformKey });

function call(
  proxy: ProtectingProxy,
  key: string | null,
  init: RequestInit = {},
  path = "/orders/7?a=1",
) {
  const own: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  return fetch(proxy.url + path, { ...init, headers: { ...own, ...init.headers } });
}

const reached = async (response: Response) => (await response.json()) as Reached;

describe.each(Object.entries(PROXIES))("%s", (name, open) => {
  let proxy: ProtectingProxy;
  beforeAll(async () => {
    proxy = await open(setup());
  });
  afterAll(() => proxy.stop());

  it("passes a request on with who calls, and without the keys", async () => {
    const { key } = await newKey({ scopes: "orders:read,orders:write,accounts:read" });
    const response = await call(proxy, key);
    expect(response.status).toBe(200);
    const { url, headers } = await reached(response);
    expect(url).toBe("/orders/7?a=1");
    expect(headers).toMatchObject({
      "x-partner-id": expect.stringMatching(/^prt_/),
      "x-partner-code": "acme",
      "x-key-id": expect.stringMatching(/^key_/),
    });
    expect(String(headers["x-scopes"]).split(" ").sort()).toEqual([
      "accounts:read",
      "orders:read",
      "orders:write",
    ]);
    expect(JSON.stringify(headers)).not.toContain(key);
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("x-platform-key");

    const posted = await call(proxy, key, { method: "POST", body: "the body" });
    expect(await reached(posted)).toMatchObject({ method: "POST", body: "the body" });
  });

  it("replaces what a caller claims to be", async () => {
    const { key } = await newKey();
    const { headers } = await reached(await call(proxy, key, { headers: FORGED }));
    expect(headers).toMatchObject({ "x-partner-code": "acme", "x-scopes": "orders:read" });
    expect(JSON.stringify(headers)).not.toContain("forged");
    // Some servers take underscores for dashes.
    const similar = { x_partner_id: "forged", x_scopes: "forged" };
    const other = await reached(await call(proxy, key, { headers: similar }));
    expect(JSON.stringify(other.headers)).not.toContain("forged");
  });

  it("passes on a 401 and a 403 as Latchkey gave them, without asking the API", async () => {
    const unknown = await call(proxy, "rsk_x");
    expect([unknown.status, await unknown.json()]).toEqual([401, failureBody("malformed_api_key")]);
    expect(unknown.headers.get("www-authenticate")).toContain('error="invalid_token"');
    const none = await call(proxy, null, { headers: FORGED });
    expect([none.status, await none.json()]).toEqual([401, failureBody("missing_api_key")]);

    const { key } = await newKey();
    const forbidden = await call(proxy, key, { method: "POST", body: "x" });
    expect([forbidden.status, await forbidden.json()]).toMatchObject([
      403,
      { code: "insufficient_scope", details: { required: "orders:write" } },
    ]);
    expect(forbidden.headers.get("www-authenticate")).toContain('scope="orders:write"');
    for (const { headers } of [unknown, none, forbidden]) {
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("x-request-id")).toMatch(/^req_/);
    }
  });

  it("passes on a 429 with the Retry-After of one decision, which is true", async () => {
    const { key } = await newKey({ perMinute: 60 });
    let refused: Response;
    do refused = await call(proxy, key);
    while (refused.status === 200);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: "rate_limited", details: { retry_after_seconds: seconds } },
    ]);
    expect(refused.headers.get("ratelimit")).toContain("r=0");
    expect(refused.headers.has("x-refusal")).toBe(false);
  });

  it(`serves each of ${WORKERS} workers of one key that has waited`, async () => {
    const { key } = await newKey({ perMinute: 300 });
    const report = judge(
      await runWorkers({
        url: `${proxy.url}/orders/7`,
        key,
        clients: WORKERS,
        seconds: SECONDS,
        sameClient: false,
        pauseMs: 0,
        batchSeconds: 0,
        hasBackoff: false,
        holdSeconds: 0,
        onTick: () => undefined,
      }),
      { clients: WORKERS, seconds: SECONDS, sameClient: false },
    );
    expect(report).toMatchObject({
      passed: true,
      secondRefusals: 0,
      wrongRetryAfter: 0,
      otherStatuses: {},
    });
    expect(report.waits).toBeGreaterThan(50);
    if (name === "nginx") expect(report.withoutRateLimit).toBe(0);
  });

  it("refuses a key at the next request after it was revoked", async () => {
    const { key, id } = await newKey();
    for (let n = 0; n < 3; n++) expect((await call(proxy, key)).status).toBe(200);
    await command(["key", "revoke", id]);
    const response = await call(proxy, key);
    expect([response.status, await response.json()]).toEqual([401, failureBody("revoked_api_key")]);
  });

  it("passes on the API's own errors, and nothing that no route protects", async () => {
    const { key } = await newKey();
    const failed = await call(proxy, key, {}, "/orders/fails");
    expect([failed.status, (await reached(failed)).url]).toEqual([500, "/orders/fails"]);
    expect((await call(proxy, key, {}, "/other")).status).toBe(404);
  });

  it("without the part that strips, lets callers claim what Latchkey does not set", async () => {
    const forgetful = await open({
      ...setup(),
      edit: (printed) =>
        printed
          .replaceAll(/^ *proxy_set_header X-(Partner|Key|Scopes).*\n/gm, "")
          .replaceAll(/^\t*(request_header -X[-_].*|copy_headers .*)\n/gm, ""),
    });
    const { key } = await newKey();
    const { headers } = await reached(await call(forgetful, key, { headers: FORGED }));
    expect(headers).toMatchObject({ "x-partner-id": "prt_forged", "x-scopes": "forged:all" });
    await forgetful.stop();
  });

  it("refuses requests with a wrong platform key, which is no fault of the caller", async () => {
    const wrong = await open({ ...setup(), platformKey: `psk_${"x".repeat(36)}` });
    const { key } = await newKey();
    const response = await call(wrong, key);
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(await response.json()).not.toHaveProperty("headers");
    await wrong.stop();
  });

  it("refuses requests while Latchkey can't be reached", async () => {
    const { key } = await newKey();
    const alone = await open({ ...setup(), latchkeyPort: 1 });
    const response = await call(alone, key);
    expect([response.status, await response.json()]).toEqual([503, failureBody("unavailable")]);
    expect(response.headers.get("retry-after")).toBe("1");
    await alone.stop();
  });

  it("leaves no part of a key in a log", () => {
    const logs = proxy.logs() + product.output();
    expect(proxy.logs()).toContain("/orders/7");
    for (const key of keys) expect(logs).not.toContain(key.slice(4, 20));
  });
});
