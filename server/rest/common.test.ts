import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode } from "../core/kernel/errors";
import { newPlaintext } from "../core/keys/format";
import { setKeyLimit } from "../core/keys/mutations";
import { setPartnerStatus } from "../core/partners/mutations";
import type { Partner } from "../core/partners/schema";
import { platformForTests } from "../testing/platform";
import type { Endpoint } from "./endpoint";
import { EVERY_ENDPOINT } from "./testing/stands";

let partner: Partner;
const platform = await platformForTests();
const suspended = await platform.newPartner();
const { key, plaintext: keyOfSuspended } = await platform.newKey(suspended);
await setKeyLimit(platform.system, { keyId: key.id, perMinute: 6_000 });
await setPartnerStatus(platform.system, { partnerId: suspended.id, status: "suspended" });

const pathOf = (endpoint: Endpoint) => endpoint.path.replace(/\{\w+\}/g, "unknown");

async function expectError(response: Response, code: ErrorCode) {
  const body = await response.json();
  expect({ status: response.status, code: body.code }).toEqual({
    status: ERRORS[code].status,
    code,
  });
  expect(Object.keys(body)).toEqual(["error", "code", "details"]);
  expect(response.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  expect(response.headers.get("link")).toBe(`</docs/errors#${code}>; rel="help"`);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  return body;
}

// These run for every endpoint in the list.
describe.each(EVERY_ENDPOINT)("%s", (_name, endpoint, stand) => {
  const { keyType } = endpoint;
  const call = (path: string, init: RequestInit & { key?: string }) =>
    stand.call(platform, path, init);
  const newKey = (has?: (scope: string) => boolean) => stand.newKey(platform, partner, has);
  const send = (of: Endpoint, init: RequestInit & { key?: string } = {}) =>
    call(pathOf(of), { method: of.method, ...init });

  if (endpoint.isWrite && !endpoint.body) {
    it("ignores a body", async () => {
      const { status } = await send(endpoint, { key });
      expect((await send(endpoint, { key, body: "{no JSON" })).status).toBe(status);
    });
  }

  let key: string;
  let narrowKey: string;
  // A partner each, because a partner may have only fifty keys.
  beforeAll(async () => {
    partner = await platform.newPartner();
    key = (await newKey()).plaintext;
    narrowKey = (await newKey(() => false)).plaintext;
  });

  it("rejects a request without a key or with another scheme", async () => {
    const bare = await send(endpoint);
    expect(bare.headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
    await expectError(bare, "missing_api_key");
    await expectError(
      await send(endpoint, { headers: { authorization: "Basic eDp5" } }),
      "missing_api_key",
    );
  });

  it("rejects malformed keys without repeating them", async () => {
    const good = newPlaintext(keyType);
    const flipped = good.slice(0, 10) + (good[10] === "a" ? "b" : "a") + good.slice(11);
    const malformed = [
      `${good.slice(0, 4)}short`,
      `sk_${good.slice(4)}`,
      `${good}x`,
      `${good} x`,
      `${good}, Bearer ${good}`,
      flipped,
      good.toLowerCase(),
      "",
    ];
    for (const key of malformed) {
      const response = await send(endpoint, { headers: { authorization: `Bearer ${key}` } });
      expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
      const body = await expectError(response, "malformed_api_key");
      if (key) expect(JSON.stringify([body, ...response.headers])).not.toContain(key);
    }
  });

  it("rejects unknown and revoked keys", async () => {
    await expectError(await send(endpoint, { key: newPlaintext(keyType) }), "invalid_api_key");
    const { id, plaintext } = await newKey();
    await stand.revoke(platform, id);
    await expectError(await send(endpoint, { key: plaintext }), "revoked_api_key");
  });

  it("rejects keys of the other API", async () => {
    const type = keyType === "partner" ? "platform" : "partner";
    await expectError(await send(endpoint, { key: newPlaintext(type) }), "wrong_key_type");
  });

  it("responds 405 with Allow to unsupported methods, without requiring a key", async () => {
    const response = await send(endpoint, { method: "PROPFIND" });
    expect(response.headers.get("allow")).toContain(endpoint.method);
    await expectError(response, "method_not_allowed");
    const options = await send(endpoint, { method: "OPTIONS" });
    expect(options.status).toBe(204);
    expect(options.headers.get("allow")).toBe(response.headers.get("allow"));
  });

  it("rejects unknown query parameters with 400", async () => {
    const path = `${pathOf(endpoint)}?${randomBytes(4).toString("hex")}=1`;
    const response = await call(path, { method: endpoint.method, key });
    await expectError(response, "invalid_request");
  });

  if (!endpoint.isUnlimited)
    it("sends the rate limit headers on every authenticated response, and Retry-After only with a wait", async () => {
      const response = await send(endpoint, { key: narrowKey });
      expect(response.headers.get("ratelimit-policy")).toBe(stand.policy);
      expect(response.headers.get("ratelimit")).toMatch(/^"burst";r=\d+;t=\d+$/);
      expect(response.headers.get("retry-after")).toBeNull();
    });

  // The limiter is the same for both; only the keys of partners can be given a low limit.
  if (keyType === "partner")
    it("rejects the request after the burst with 429 and the same wait in header and body", async () => {
      const { id: keyId, plaintext } = await newKey();
      await setKeyLimit(platform.system, { keyId, perMinute: 30 });
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) statuses.push((await send(endpoint, { key: plaintext })).status);
      expect(statuses).not.toContain(429);
      let response = await send(endpoint, { key: plaintext });
      // Tokens refill while the burst is sent: a few more may pass.
      for (let i = 0; i < 5 && response.status !== 429; i++) {
        response = await send(endpoint, { key: plaintext });
      }
      const body = await expectError(response, "rate_limited");
      expect(body.error).toBe("rate limit exceeded for this api key");
      expect(body.details).toEqual({
        retry_after_seconds: Number(response.headers.get("retry-after")),
      });
      expect(body.details.retry_after_seconds).toBeGreaterThanOrEqual(1);
      expect((await send(endpoint, { key })).status).not.toBe(429);
    });

  const scopeTest = "names the scope that a key with all others lacks";
  if (endpoint.scope)
    it(scopeTest, async () => {
      const { plaintext } = await newKey((scope) => scope !== endpoint.scope);
      const response = await send(endpoint, { key: plaintext });
      expect(response.headers.get("www-authenticate")).toContain(`scope="${endpoint.scope}"`);
      const body = await expectError(response, "insufficient_scope");
      expect(body.error).toBe(`api key lacks required scope: ${endpoint.scope}`);
      expect(body.details).toEqual({ required: endpoint.scope });
    });

  if (keyType === "partner")
    it(`is ${endpoint.isWrite ? "closed" : "open"} while the partner is suspended`, async () => {
      const response = await send(endpoint, { key: keyOfSuspended });
      if (endpoint.isWrite) await expectError(response, "partner_suspended");
      else expect(response.status).not.toBe(403);
    });
});
