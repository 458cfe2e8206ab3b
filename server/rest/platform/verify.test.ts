import { expect, it } from "vitest";
import { newPlaintext } from "../../core/keys/format";
import { revokeKey, setKeyLimit } from "../../core/keys/mutations";
import { setPartnerStatus, terminatePartner } from "../../core/partners/mutations";
import { revokePlatformKey } from "../../core/platform-keys/mutations";
import { listRequests } from "../../core/requests/queries";
import { platformForTests } from "../../testing/platform";
import { jsonClient } from "../testing/json-client";

const platform = await platformForTests();
const proxy = (await platform.newPlatformKey()).plaintext;

const verify = (input: object, key = proxy) =>
  jsonClient(platform.callPlatform, key)("POST", "/keys/verify", input);

async function newCaller(scopes: string[] = ["accounts:read"]) {
  const partner = await platform.newPartner();
  const { key, plaintext } = await platform.newKey(partner, { scopes });
  return { partner, key, plaintext };
}

it("a good key is valid, with its partner, scopes and the limit's headers", async () => {
  const { partner, key, plaintext } = await newCaller();
  const { status, body } = await verify({ key: plaintext, scopes: ["accounts:read"] });
  expect(status).toBe(200);
  expect(body).toEqual({
    valid: true,
    request_id: expect.stringMatching(/^req_/),
    key: { id: key.id },
    partner: { id: partner.id, code: partner.code, name: partner.name, status: "active" },
    scopes: ["accounts:read"],
    rate_limit: { limit: 300, remaining: 49 },
    headers: {
      "x-request-id": body.request_id,
      ratelimit: expect.stringContaining("r=49"),
      "ratelimit-policy": expect.stringContaining("q=300"),
    },
  });
});

it("the response to a refusal is what our own API sends, for each reason", async () => {
  const { key, plaintext } = await newCaller();
  const suspended = await newCaller();
  const reason = "unpaid";
  await setPartnerStatus(platform.system, {
    partnerId: suspended.partner.id,
    status: "suspended",
    reason,
  });
  const unknown = newPlaintext();
  const cases = [
    ["", "malformed_api_key", 401],
    [proxy, "wrong_key_type", 403],
    [unknown, "invalid_api_key", 401],
    [plaintext, "insufficient_scope", 403],
    [suspended.plaintext, "partner_suspended", 403],
  ] as const;
  for (const [sent, code, status] of cases) {
    const scopes = code === "insufficient_scope" ? ["accounts:read", "orders:write"] : [];
    const { body } = await verify({ key: sent, scopes });
    expect(body).toMatchObject({ valid: false, code, status });
    expect(body.body).toEqual({ error: body.error, code, details: body.details });
    expect(body.headers).toMatchObject({
      "content-type": "application/json",
      "www-authenticate": expect.stringContaining("Bearer"),
    });
    expect(Object.keys(body.headers)).not.toContain("content-length");
    expect(Object.keys(body.headers)).not.toContain("link");
    if (sent) expect(JSON.stringify(body)).not.toContain(sent);
  }
  await revokeKey(platform.system, { keyId: key.id, after: "now" });
  expect((await verify({ key: plaintext })).body).toMatchObject({ code: "revoked_api_key" });
});

it("a suspended partner may still read", async () => {
  const { partner, plaintext } = await newCaller();
  const of = { partnerId: partner.id, status: "suspended", reason: "unpaid" } as const;
  await setPartnerStatus(platform.system, of);
  expect((await verify({ key: plaintext, method: "GET" })).body.valid).toBe(true);
  expect((await verify({ key: plaintext, method: "DELETE" })).body.valid).toBe(false);
});

it("a terminated partner is refused, also what only reads", async () => {
  const { partner, plaintext } = await newCaller();
  await terminatePartner(platform.system, { partnerId: partner.id, reason: "Contract ended" });
  for (const method of ["GET", "POST"]) {
    expect((await verify({ key: plaintext, method })).body).toMatchObject({
      valid: false,
      status: 403,
      code: "partner_suspended",
      error: "This account is terminated and is read-only.",
      details: { status: "terminated" },
    });
  }
});

it("it takes tokens of the partner's key, with a true Retry-After, and none of its own", async () => {
  const { key, plaintext } = await newCaller();
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 6 });
  const attempt = { key: plaintext, client_id: "worker-1" };
  expect((await verify(attempt)).body.valid).toBe(true);
  const { body, headers } = await verify(attempt);
  expect(body).toMatchObject({ valid: false, code: "rate_limited", status: 429 });
  expect(body.headers["retry-after"]).toBe(String(body.details.retry_after_seconds));
  expect(body.details.retry_after_seconds).toBeGreaterThan(0);
  expect(headers.get("ratelimit")).toBeNull();
  // The same key on our own API has the same bucket.
  expect((await platform.call("/me", { key: plaintext })).status).toBe(429);
});

it("a cost takes several tokens, and one above the burst is the mistake of whoever asks", async () => {
  const { plaintext } = await newCaller();
  expect((await verify({ key: plaintext, cost: 20 })).body.rate_limit.remaining).toBe(30);
  const { status, body } = await verify({ key: plaintext, cost: 51 });
  expect([status, body.error]).toEqual([422, "cost: Must be at most 50, the burst of this key."]);
  expect((await verify({ key: plaintext, cost: 1_001 })).status).toBe(422);
  expect((await verify({ key: plaintext, cost: 0 })).status).toBe(422);
  const waiting = await verify({ key: plaintext, cost: 50, client_id: "w" });
  expect(waiting.body).toMatchObject({ valid: false, status: 429 });
});

it("the log can be filtered by API, also where both have the same route", async () => {
  const { partner, key, plaintext } = await newCaller();
  await verify({ key: plaintext, method: "GET", route: "/me" });
  await platform.call("/me", { key: plaintext });
  await platform.wiring.recorder.flush();
  const routes = async (api?: "partner" | "product") => {
    const of = { partnerId: partner.id, keyId: key.id, limit: 10, ...(api && { api }) };
    const { data } = await listRequests(platform.system, of);
    return data.map((one) => `${one.api} ${one.route}`);
  };
  expect(await routes()).toEqual(["partner /me", "product /me"]);
  expect(await routes("partner")).toEqual(["partner /me"]);
  expect(await routes("product")).toEqual(["product /me"]);
});

it("the request is in the key's log under its template", async () => {
  const { key, plaintext } = await newCaller();
  const call = { method: "GET", route: "/orders/{id}", path: "/orders/17?expand=secret" };
  const { body } = await verify({ key: plaintext, ip: "::ffff:192.0.2.7", ...call });
  await verify({ key: plaintext, scopes: ["orders:write"] });
  await platform.wiring.recorder.flush();
  const rows = await platform.system.db.requestLog.findMany({
    where: { keyId: key.id },
    orderBy: { id: "asc" },
  });
  expect(rows).toMatchObject([
    {
      id: body.request_id,
      method: "GET",
      route: "/orders/{id}",
      path: "/orders/17",
      query: "expand",
      status: 200,
      address: "192.0.2.7",
    },
    { method: "POST", route: "/", status: 403, errorCode: "insufficient_scope", address: null },
  ]);
});

it("a revoked platform key is refused at once, also where its record was cached", async () => {
  const { key, plaintext } = await platform.newPlatformKey();
  const caller = await newCaller();
  expect((await verify({ key: caller.plaintext }, plaintext)).status).toBe(200);
  await revokePlatformKey(platform.system, { keyId: key.id, after: "now" });
  // The partner's key is checked meanwhile: nothing of that may be in the response.
  const inputs = [
    { key: caller.plaintext },
    { key: newPlaintext() },
    { key: 1 },
    { ip: "nowhere" },
  ];
  const all = Array.from({ length: 20 }, (_, n) => verify(inputs[n % 4] ?? {}, plaintext));
  for (const { status, headers, body } of await Promise.all(all)) {
    expect([status, Object.keys(body)]).toEqual([401, ["error", "code", "details"]]);
    expect(body.code).toBe("revoked_api_key");
    expect(headers.get("ratelimit")).toBeNull();
  }
});

it.each([
  [{}, "key: Required."],
  [{ key: "x", ip: "nowhere" }, "ip: Must be an IPv4 or IPv6 address."],
  [{ key: "x", route: "orders" }, "route: Must be a path"],
  [{ key: "x", scope: [] }, "Did you mean scopes?"],
  [{ key: "x", scopes: Array(51).fill("a:b") }, "scopes"],
  [{ key: "x".repeat(501) }, "key"],
  [{ key: "x", client_id: "a\nb" }, "client_id: Must be printable ASCII."],
])("names what is wrong with %j", async (input, message) => {
  const { status, body } = await verify(input);
  expect([status, body.code]).toEqual([422, "validation_failed"]);
  expect(body.error).toContain(message);
});

it("guesses are limited also if the caller's address is not sent", async () => {
  const guesses = Array.from({ length: 60 }, () => verify({ key: newPlaintext() }));
  const codes = (await Promise.all(guesses)).map(({ body }) => body.code);
  expect(codes.filter((code) => code === "unavailable").length).toBeGreaterThan(20);
  // Keys that exist are found meanwhile, and give their place back.
  const { plaintext } = await newCaller();
  expect((await verify({ key: plaintext, ip: "192.0.2.200" })).body.valid).toBe(true);
});

it("notes when and from where a platform key was last used", async () => {
  const { key, plaintext } = await platform.newPlatformKey();
  await verify({ key: "x" }, plaintext);
  await platform.wiring.recorder.flush();
  const row = await platform.system.db.platformKey.findUnique({ where: { id: key.id } });
  expect(row?.lastUsedAt).not.toBeNull();
});
