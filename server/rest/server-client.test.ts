import { inspect } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { LatchkeyServer } from "../../public/latchkey-server";
import { failureBody } from "../core/kernel/errors";
import {
  CALLER_KEY,
  json,
  openVerifyStand,
  PLATFORM_KEY,
  REFUSED,
  VERIFIED,
} from "./testing/verify-stand";

const stand = await openVerifyStand();
afterAll(() => stand.close());
beforeEach(() => stand.set(json(VERIFIED)));

const check = { key: CALLER_KEY };
const unavailable = {
  valid: false,
  ...failureBody("unavailable"),
  status: 503,
  body: failureBody("unavailable"),
};

describe("verifyKey", () => {
  it("returns what Latchkey says, and sends the platform key as a Bearer token", async () => {
    const all = { ...check, scopes: ["orders:read"], cost: 3, ip: "192.0.2.7", route: "/orders" };
    expect(await stand.newServer().verifyKey(all)).toEqual(VERIFIED);
    expect(stand.asked).toMatchObject([
      { check: all, headers: { authorization: `Bearer ${PLATFORM_KEY}` } },
    ]);
    stand.set(json(REFUSED));
    expect(await stand.newServer().verifyKey(check)).toEqual(REFUSED);
    expect(stand.errors).toEqual([]);
  });

  it("asks for every check, over connections that stay open", async () => {
    const server = stand.newServer();
    for (let n = 0; n < 20; n++) await server.verifyKey(check);
    expect(stand.asked).toHaveLength(20);
    // Node may begin a request before it knows that the connection of the last one is free.
    expect(stand.connections()).toBeLessThanOrEqual(2);
  });

  it("is a refusal with status 503 while Latchkey can't be reached, whatever the policy", async () => {
    const closed = await openVerifyStand();
    closed.close();
    for (const onUnavailable of ["deny", "allow"] as const) {
      const server = stand.newServer({ baseUrl: closed.baseUrl, onUnavailable });
      const result = await server.verifyKey(check);
      expect(result).toMatchObject({ ...unavailable, headers: { "retry-after": "1" } });
      expect(result).not.toHaveProperty("mayPass");
    }
    expect(stand.errors.map(({ code }) => code)).toEqual(["unreachable", "unreachable"]);
  });

  it("asks once more if the connection ended without a response, and only then", async () => {
    let calls = 0;
    stand.set((response, request) => {
      if (calls++ === 0) request.socket.destroy();
      else json(VERIFIED)(response, request);
    });
    expect(await stand.newServer().verifyKey(check)).toEqual(VERIFIED);
    expect(stand.asked).toHaveLength(2);

    for (const status of [429, 500, 503]) {
      stand.set(json({}, status));
      expect(await stand.newServer().verifyKey(check)).toMatchObject(unavailable);
      expect([status, stand.asked.length]).toEqual([status, 1]);
    }
    stand.set((response, request) => {
      response.writeHead(200, { "content-length": "1000" }).write("{");
      setImmediate(() => request.socket.destroy());
    });
    expect(await stand.newServer().verifyKey(check)).toMatchObject(unavailable);
    expect(stand.asked).toHaveLength(1);
  });

  it.each(["headers", "a whole body"])("gives up after timeoutMs without %s", async (part) => {
    stand.set((response) => {
      if (part !== "headers") response.writeHead(200).write("{");
    });
    const result = await stand.newServer({ timeoutMs: 50 }).verifyKey(check);
    expect(result).toMatchObject(unavailable);
    expect(stand.errors.map(String)).toEqual([
      "LatchkeyServerError: unreachable: no response in time",
    ]);
    expect(stand.asked.length).toBeLessThanOrEqual(1);
  });

  it("passes on the Retry-After of Latchkey's own 503", async () => {
    stand.set(json(failureBody("unavailable"), 503, { "retry-after": "17" }));
    const result = await stand.newServer().verifyKey(check);
    expect(result).toMatchObject({ ...unavailable, headers: { "retry-after": "17" } });
  });

  it("does not follow a redirect, which would send both keys elsewhere", async () => {
    const elsewhere = await openVerifyStand();
    for (const status of [301, 302, 307, 308]) {
      stand.set(json({}, status, { location: `${elsewhere.baseUrl}/api/v1/platform/keys/verify` }));
      expect(await stand.newServer().verifyKey(check)).toMatchObject(unavailable);
      expect(stand.errors).toMatchObject([{ code: "unexpected_answer", status }]);
    }
    expect(elsewhere.asked).toEqual([]);
    elsewhere.close();
  });

  it("reads no more than a response of Latchkey can have", async () => {
    let sent = 0;
    stand.set((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536))) sent += 65_536;
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    expect(await stand.newServer().verifyKey(check)).toMatchObject(unavailable);
    expect(sent).toBeLessThan(20_000_000);
    expect(stand.errors).toMatchObject([{ code: "unexpected_answer" }]);
  });

  it.each([
    ["no JSON", "<html>"],
    ["null", null],
    ["a list", [VERIFIED]],
    ["a text that says valid", { ...VERIFIED, valid: "true" }],
    ["a number that says valid", { ...VERIFIED, valid: 1 }],
    ["no partner", { ...VERIFIED, partner: undefined }],
    ["no key", { ...VERIFIED, key: null }],
    ["scopes as a text", { ...VERIFIED, scopes: "orders:read" }],
    ["a refusal with a status of success", { ...REFUSED, status: 200 }],
    ["a refusal with no HTTP status", { ...REFUSED, status: 1e9 }],
    ["a refusal without a body", { ...REFUSED, body: "no" }],
    ["no headers", { ...VERIFIED, headers: undefined }],
    [
      "a header with a line break",
      { ...VERIFIED, headers: { ratelimit: "1\r\nSet-Cookie: admin=1" } },
    ],
    ["a header name with a line break", { ...REFUSED, headers: { "x\r\nset-cookie": "a=1" } }],
  ])("refuses a response with %s", async (_what, value) => {
    stand.set(json(value));
    expect(await stand.newServer().verifyKey(check)).toMatchObject(unavailable);
    expect(stand.errors).toMatchObject([{ code: "unexpected_answer" }]);
  });

  it("passes on no cookie, and no header of the message itself", async () => {
    const hostile = {
      "Set-Cookie": "admin=1",
      "Content-Length": "3",
      "Transfer-Encoding": "chunked",
      connection: "close",
    };
    for (const result of [VERIFIED, REFUSED]) {
      stand.set(json({ ...result, headers: { ...result.headers, ...hostile } }));
      expect(await stand.newServer().verifyKey(check)).toEqual(result);
    }
  });

  it("cuts and replaces what Latchkey would not accept of a caller", async () => {
    const long = "x".repeat(5000);
    const texts = { path: long, user_agent: long, client_id: long, idempotency_key: long };
    await stand.newServer().verifyKey({ key: long, ...texts });
    const { key, path, ...headers } = Object(stand.asked[0]?.check) as Record<string, string>;
    expect([key?.length, path?.length]).toEqual([250, 2000]);
    expect(Object.values(headers).map(({ length }) => length)).toEqual([250, 250, 250]);

    const odd = { method: "M-SEARCH", route: "orders {id}é", user_agent: "Müller\t日本" };
    await stand.newServer().verifyKey({ ...check, ...odd });
    const cleaned = { route: "/orders?{id}?", user_agent: "M?ller???" };
    expect(stand.asked[1]?.check).toEqual({ ...check, ...cleaned });
  });
});

describe("neither key is shown", () => {
  it("in an error, or in the object itself", async () => {
    stand.set(json({ code: "revoked_api_key", error: "This API key has been revoked." }, 401));
    const server = stand.newServer();
    const result = await server.verifyKey(check);
    const closed = stand.newServer({ baseUrl: "http://127.0.0.1:1" });
    await closed.verifyKey(check);
    const shown = inspect([server, result, stand.errors], { depth: 20, showHidden: true });
    expect(shown).toContain("revoked_api_key");
    for (const key of [PLATFORM_KEY, CALLER_KEY]) {
      expect(shown).not.toContain(key.slice(4));
      expect(JSON.stringify([server, result, stand.errors])).not.toContain(key.slice(4));
    }
  });

  it.each([
    ["a partner's key", CALLER_KEY, "starts with psk_"],
    ["no key", "", "platformKey is missing"],
    ["undefined", undefined, "platformKey is missing"],
    ["a line break", `${PLATFORM_KEY}\n`, "must be psk_"],
    ["other characters", `${PLATFORM_KEY}é`, "must be psk_"],
  ])("at the start with %s, which is refused", (_what, platformKey, message) => {
    const open = () =>
      new LatchkeyServer({ baseUrl: stand.baseUrl, platformKey: platformKey as string });
    expect(open).toThrow(message);
    expect(open).not.toThrow(/c{9}|k{9}/);
  });

  it.each(["", "ftp://x", "https://user:secret@x", "https://x?y", "partners.example"])(
    "and the URL %j is refused at the start",
    (baseUrl) => {
      expect(() => new LatchkeyServer({ baseUrl, platformKey: PLATFORM_KEY })).toThrow("baseUrl");
    },
  );

  it.each([0, Number.NaN, 3_600_000])("and so is a timeout of %d ms", (timeoutMs) => {
    expect(() => stand.newServer({ timeoutMs })).toThrow("timeoutMs");
  });
});
