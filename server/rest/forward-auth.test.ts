import { expect, it } from "vitest";
import { setKeyLimit } from "../core/keys/mutations";
import { revokePlatformKey } from "../core/platform-keys/mutations";
import { platformForTests } from "../testing/platform";

const platform = await platformForTests();
const credential = (await platform.newPlatformKey()).plaintext;

type Asked = { key?: string; query?: string; method?: string; headers?: Record<string, string> };

const ask = ({ key, query = "", method = "GET", headers = {} }: Asked) =>
  platform.callPlatform(`/forward-auth${query}`, {
    method,
    ...(key !== undefined && { key }),
    headers: { "x-platform-key": credential, "x-forwarded-method": "GET", ...headers },
  });

async function newCaller() {
  const partner = await platform.newPartner();
  const { key, plaintext } = await platform.newKey(partner, { scopes: ["accounts:read"] });
  return { partner, key, plaintext };
}

it("says who calls, in headers of its own", async () => {
  const { partner, key, plaintext } = await newCaller();
  const forged = { "x-partner-id": "prt_forged", "x-scopes": "everything" };
  const response = await ask({ key: plaintext, query: "?scope=accounts:read", headers: forged });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "x-partner-id": partner.id,
    "x-partner-code": partner.code,
    "x-key-id": key.id,
    "x-scopes": "accounts:read",
    ratelimit: expect.stringContaining("r=49"),
    "cache-control": "no-store",
  });
});

it("refuses as our own API does, with the body also in a header", async () => {
  const { key, plaintext } = await newCaller();
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 6 });
  const bare = await ask({});
  expect(bare.status).toBe(401);
  expect(bare.headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
  const scopes = await ask({ key: plaintext, query: "?scope=accounts:read%20orders:read" });
  expect([scopes.status, (await scopes.json()).details]).toEqual([
    403,
    { required: "orders:read" },
  ]);
  const limited = await ask({ key: plaintext });
  const text = await limited.text();
  expect([limited.status, limited.headers.get("x-refusal")]).toEqual([429, text]);
  const { retry_after_seconds: seconds } = JSON.parse(text).details;
  expect(limited.headers.get("retry-after")).toBe(String(seconds));
});

it("takes several tokens for a cost", async () => {
  const { plaintext } = await newCaller();
  const response = await ask({ key: plaintext, query: "?cost=20" });
  expect(response.headers.get("ratelimit")).toContain("r=30");
  for (const cost of ["0", "1.5", "many", "51"]) {
    expect((await ask({ key: plaintext, query: `?cost=${cost}` })).status, cost).toBe(422);
  }
});

it("a proxy with a bad credential is told apart from a caller with a bad key", async () => {
  const { plaintext } = await newCaller();
  const { key, plaintext: revoked } = await platform.newPlatformKey();
  // Its record is cached, so that the caller's key is checked while it is confirmed.
  const before = await ask({ key: plaintext, headers: { "x-platform-key": revoked } });
  expect(before.status).toBe(200);
  await revokePlatformKey(platform.system, { keyId: key.id, after: "now" });
  for (const bad of ["", "x", plaintext, revoked]) {
    const response = await ask({ key: plaintext, headers: { "x-platform-key": bad } });
    expect([response.status, (await response.json()).code]).toEqual([500, "proxy_not_authorized"]);
    expect(response.headers.get("x-partner-id")).toBeNull();
  }
});

it("takes method, path, address and client from the proxy, for the log and the limiter", async () => {
  const { key, plaintext } = await newCaller();
  const sent = {
    "x-forwarded-method": "GET",
    "x-forwarded-uri": "/orders/17?a=1",
    "x-forwarded-for": "203.0.113.9, 198.51.100.4",
  };
  await ask({ key: plaintext, query: "?route=/orders/{id}", headers: sent });
  // As Envoy does: the method and the path are those of the request.
  const envoy = "?route=/orders/{id}&path=/orders/18?scope=none&b=2";
  await ask({ key: plaintext, query: envoy, method: "PUT" });
  await platform.wiring.recorder.flush();
  const where = { keyId: key.id };
  const rows = await platform.system.db.requestLog.findMany({ where, orderBy: { id: "asc" } });
  expect(rows).toMatchObject([
    {
      method: "GET",
      route: "/orders/{id}",
      path: "/orders/17",
      query: "a",
      address: "198.51.100.4",
    },
    { method: "PUT", route: "/orders/{id}", path: "/orders/18", query: "scope&b" },
  ]);
});

it.each([
  ["?scop=a", "invalid", 422],
  ["?route=orders", "route", 422],
  // As a proxy's variable without a value: any key would do.
  ["?scope=&route=/orders", "scope", 422],
  ["?scope", "scope", 422],
  ["?scope=+&scope=", "scope", 422],
  ["?scope=accounts:read&scope=", "scope", 422],
  [`?${Array.from({ length: 51 }, (_, n) => `scope=a:${n}`).join("&")}`, "scope", 422],
])("names what is wrong with the proxy's configuration: %s", async (query, _, status) => {
  const { plaintext } = await newCaller();
  const response = await ask({ key: plaintext, query });
  expect(response.status).toBe(status);
});

it("asks for no scope only if the proxy names none, and takes several in any form", async () => {
  const { plaintext } = await newCaller();
  const statusOf = async (query: string) => (await ask({ key: plaintext, query })).status;
  expect(await statusOf("?route=/orders")).toBe(200);
  expect(await statusOf("?scope=accounts:read&scope=orders:read")).toBe(403);
});

it("does not guess the method: a suspended partner could write", async () => {
  const { plaintext } = await newCaller();
  const response = await ask({ key: plaintext, headers: { "x-forwarded-method": "" } });
  expect([response.status, (await response.json()).code]).toEqual([400, "invalid_request"]);
});
