import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { committed } from "../../docs/generate";
import { LatchkeyServer, type LatchkeyServerError } from "../../public/latchkey-server";
import { failureBody } from "../core/kernel/errors";
import { revokeKey, setKeyLimit } from "../core/keys/mutations";
import { setPartnerStatus } from "../core/partners/mutations";
import { revokePlatformKey } from "../core/platform-keys/mutations";
import { openClientStand } from "./testing/client-stand";

// The client for servers against the API itself. Its other tests use a server in its place, for
// faults that the API does not have.
const errors: LatchkeyServerError[] = [];
const stand = await openClientStand();
const { key: platformKey, plaintext } = await stand.platform.newPlatformKey();
const server = new LatchkeyServer({
  baseUrl: stand.origin,
  platformKey: plaintext,
  timeoutMs: 60_000,
  onError: (error) => errors.push(error),
});

async function newCaller(perMinute = 300) {
  const partner = await stand.platform.newPartner();
  const { key, plaintext } = await stand.platform.newKey(partner, { scopes: ["accounts:read"] });
  await setKeyLimit(stand.platform.system, { keyId: key.id, perMinute });
  return { partner, keyId: key.id, key: plaintext };
}

function send(key: string | null, init: RequestInit = {}, scopes = ["accounts:read"], cost = 1) {
  const options = { scopes, cost, route: "/orders/{id}" };
  const handler = server.protect(options, (_request, caller) => Response.json(caller));
  const headers = new Headers(init.headers);
  if (key !== null) headers.set("authorization", `Bearer ${key}`);
  return handler(new Request("https://api.example/orders/7?page=2", { ...init, headers }));
}

it("gives a handler the key's partner, scopes and rate limit", async () => {
  const { partner, keyId, key } = await newCaller();
  const response = await send(key);
  expect([response.status, await response.json()]).toMatchObject([
    200,
    {
      valid: true,
      key: { id: keyId },
      partner: { id: partner.id, code: partner.code, name: partner.name, status: "active" },
      scopes: ["accounts:read"],
      rate_limit: { remaining: 49 },
      request_id: expect.stringMatching(/^req_/),
    },
  ]);
  expect(response.headers.get("ratelimit")).toContain("r=49");
});

it("takes as many tokens as a request costs", async () => {
  const { key } = await newCaller();
  const response = await send(key, {}, [], 20);
  expect((await response.json()).rate_limit.remaining).toBe(30);
});

it("refuses exactly as our own API does", async () => {
  const { key } = await newCaller();
  for (const wrong of [null, "", "rsk_x", `${key.slice(0, -1)}!`, `rsk_${"0".repeat(36)}`]) {
    const ours = await stand.platform.call("/me", {
      headers: wrong === null ? {} : { authorization: `Bearer ${wrong}` },
    });
    const response = await send(wrong);
    expect([response.status, await response.json()]).toEqual([ours.status, await ours.json()]);
    const name = "www-authenticate";
    expect(response.headers.get(name)).toBe(ours.headers.get(name));
  }
  const forbidden = await send(key, {}, ["accounts:read", "orders:read"]);
  expect([forbidden.status, await forbidden.json()]).toMatchObject([
    403,
    { code: "insufficient_scope", details: { required: "orders:read" } },
  ]);
  expect(errors).toEqual([]);
});

it("passes on the true Retry-After of a 429", async () => {
  const { key } = await newCaller(6);
  expect((await send(key)).status).toBe(200);
  const response = await send(key);
  const body = await response.json();
  expect([response.status, body.code]).toEqual([429, "rate_limited"]);
  const seconds = response.headers.get("retry-after");
  expect([seconds, Number(seconds) > 0]).toEqual([String(body.details.retry_after_seconds), true]);
});

it("refuses a key at the next request after it was revoked, and writes of suspended partners", async () => {
  const { partner, keyId, key } = await newCaller();
  expect((await send(key)).status).toBe(200);
  await setPartnerStatus(stand.platform.system, { partnerId: partner.id, status: "suspended" });
  expect((await send(key)).status).toBe(200);
  const write = await send(key, { method: "POST", body: "{}" });
  expect([write.status, (await write.json()).code]).toEqual([403, "partner_suspended"]);
  await revokeKey(stand.platform.system, { keyId, after: "now" });
  const response = await send(key);
  expect([response.status, await response.json()]).toEqual([401, failureBody("revoked_api_key")]);
});

it("sends nothing that the API would not accept, whatever a caller sends", async () => {
  const { key } = await newCaller(60_000);
  const long = "x".repeat(7000);
  const odd = { "user-agent": "M\xfcller", "x-client-id": long, "idempotency-key": long };
  expect((await send(key, { headers: odd })).status).toBe(200);
  expect((await send(`${key}${long}`)).status).toBe(401);
  for (const method of ["M-SEARCH", "HEAD", "PROPFIND", "purge"]) {
    expect([method, (await send(key, { method })).status]).toEqual([method, 200]);
  }
  const ips = ["::1", "fe80::1%eth0", "::ffff:192.0.2.1", "192.0.2.1:80", "", "junk", long];
  for (const ip of ips) {
    const handler = server.protect({ clientIp: () => ip, route: " odd {é" }, () => new Response());
    const headers = { authorization: `Bearer ${key}` };
    const url = `https://api.example/${long}?é=${long}`;
    expect([ip, (await handler(new Request(url, { headers }))).status]).toEqual([ip, 200]);
  }
  expect(errors).toEqual([]);
});

it("refuses everything with 503, and reports why, once its platform key is revoked", async () => {
  const { key } = await newCaller();
  await revokePlatformKey(stand.platform.system, { keyId: platformKey.id, after: "now" });
  const response = await send(key);
  expect([response.status, await response.json()]).toEqual([503, failureBody("unavailable")]);
  expect(errors).toMatchObject([{ code: "revoked_api_key", status: 401 }]);
});

it("knows every field of a check", () => {
  const { components } = JSON.parse(committed("openapi-platform.json"));
  const client = readFileSync("public/latchkey-server.ts", "utf8");
  const [, type = ""] = /^export type KeyCheck = \{(.*?)^\};/ms.exec(client) ?? [];
  const fields = Array.from(type.matchAll(/^ {2}(\w+)\??:/gm), ([, name]) => name);
  expect(fields.sort()).toEqual(Object.keys(components.schemas.VerifyKey.properties).sort());
});
