import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { forwardedFor } from "../../public/latchkey-server";
import { failureBody } from "../core/kernel/errors";
import {
  CALLER_KEY,
  json,
  openVerifyStand,
  REFUSED,
  VERIFIED,
  type VerifyStand,
} from "./testing/verify-stand";

const stand = await openVerifyStand();
afterAll(() => stand.close());
beforeEach(() => stand.set(json(VERIFIED)));

const withKey = (headers: Record<string, string> = {}) =>
  new Request("https://api.example/orders/7?page=2", {
    headers: { authorization: `Bearer ${CALLER_KEY}`, ...headers },
  });

describe("protect", () => {
  it("gives the handler the caller and the platform's arguments", async () => {
    const server = stand.newServer();
    const handler = server.protect(
      { scopes: ["orders:read"], route: "/orders/{id}", cost: 2 },
      (request: Request, caller, context: { params: string }) =>
        Response.json({ url: request.url, partner: caller.partner.code, ...context }),
    );
    const headers = { "x-client-id": "w1", "user-agent": "shop/1", "idempotency-key": "once" };
    const response = await handler(withKey(headers), { params: "7" });
    expect(await response.json()).toEqual({
      url: "https://api.example/orders/7?page=2",
      partner: "acme",
      params: "7",
    });
    expect(Object.fromEntries(response.headers)).toMatchObject(VERIFIED.headers);
    expect(stand.asked[0]?.check).toEqual({
      key: CALLER_KEY,
      scopes: ["orders:read"],
      cost: 2,
      route: "/orders/{id}",
      method: "GET",
      path: "/orders/7?page=2",
      client_id: "w1",
      user_agent: "shop/1",
      idempotency_key: "once",
    });
  });

  it("sends a refusal as Latchkey gave it, and does not call the handler", async () => {
    stand.set(json(REFUSED));
    const handler = stand.newServer().protect({}, () => {
      throw new Error("called");
    });
    const response = await handler(withKey());
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(response.headers.get("x-request-id")).toBe("req_2");
    expect(await response.json()).toEqual(REFUSED.body);
  });

  it.each([
    ["no header", undefined],
    ["another scheme", "Basic cnNrXw=="],
    ["an empty header", ""],
  ])("refuses a request with %s as Latchkey would, without asking", async (_what, header) => {
    const handler = stand.newServer({ onUnavailable: "allow" }).protect({}, () => new Response());
    const headers: HeadersInit = header === undefined ? {} : { authorization: header };
    const response = await handler(new Request("https://api.example/", { headers }));
    expect([response.status, await response.json()]).toEqual([401, failureBody("missing_api_key")]);
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
    expect(stand.asked).toEqual([]);
  });

  it("sets the headers on responses that can't be changed, and copies no upgrade", async () => {
    const redirects = stand.newServer().protect({}, () => Response.redirect("https://x.example/"));
    const response = await redirects(withKey());
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      "https://x.example/",
    ]);
    expect(response.headers.get("ratelimit")).toBe(VERIFIED.headers.ratelimit);
    const upgrade = { status: 101 } as Response;
    expect(await stand.newServer().protect({}, () => upgrade)(withKey())).toBe(upgrade);
  });

  it("takes scopes, cost and route as functions of the request", async () => {
    const handler = stand.newServer().protect(
      {
        scopes: ({ method }) => [`orders:${method}`],
        cost: ({ url }) => url.length,
        route: () => "/r",
      },
      () => new Response(),
    );
    await handler(withKey());
    expect(stand.asked[0]?.check).toMatchObject({
      scopes: ["orders:GET"],
      cost: 35,
      route: "/r",
    });
  });

  it.each<[string, unknown]>([
    ["a function that knows no scopes of this method", ({ method }: Request) => ({})[method]],
    ["an empty text", ""],
    ["null", null],
    ["a text in place of a list", "orders:read"],
  ])("admits no key with %s as scopes", async (_what, scopes) => {
    let isServed = false;
    const handler = stand.newServer().protect({ scopes: scopes as string[] }, () => {
      isServed = true;
      return new Response();
    });
    await expect(handler(withKey())).rejects.toThrow("scopes must be a list");
    expect([isServed, stand.asked.length]).toEqual([false, 0]);
  });

  it.each([
    ["Bun", { requestIP: () => ({ address: "192.0.2.8" }) }],
    ["Deno", { remoteAddr: { hostname: "192.0.2.8" } }],
    ["Node", { incoming: { socket: { remoteAddress: "::ffff:192.0.2.8" } } }],
  ])("finds the address in what %s gives", async (_platform, given) => {
    const handler = stand.newServer().protect<Request, unknown[]>({}, () => new Response());
    await handler(withKey(), given);
    expect(stand.asked[0]?.check.ip).toBe("192.0.2.8");
  });

  it.each([
    ["203.0.113.9, 192.0.2.1", 1, "192.0.2.1"],
    ["203.0.113.9, 192.0.2.1", 2, "203.0.113.9"],
    ["203.0.113.9, 192.0.2.1", 3, undefined],
    ["192.0.2.1:4711", 1, "192.0.2.1"],
    ["[2001:db8::1]:4711", 1, "2001:db8::1"],
    ["fe80::1%eth0", 1, "fe80::1"],
    ["::FFFF:192.0.2.1", 1, "192.0.2.1"],
    ["999.0.2.1", 1, undefined],
    ["1.2.3", 1, undefined],
    ["unknown", 1, undefined],
    [":::", 1, undefined],
    ["", 1, undefined],
  ])("takes from X-Forwarded-For %j with %d proxies the address %j", async (header, hops, ip) => {
    const clientIp = (request: Request) => forwardedFor(request, hops);
    await stand.newServer().protect({ clientIp }, () => new Response())(
      withKey({ "x-forwarded-for": header }),
    );
    expect(stand.asked[0]?.check.ip).toBe(ip);
  });

  it("believes no X-Forwarded-For unless it is told to", async () => {
    await stand.newServer().protect({}, () => new Response())(
      withKey({ "x-forwarded-for": "192.0.2.1" }),
    );
    expect(stand.asked[0]?.check).not.toHaveProperty("ip");
  });
});

describe("an outage", () => {
  const outages = [
    [
      "a connection that ends",
      (_: unknown, request: { socket: { destroy(): void } }) => request.socket.destroy(),
    ],
    ["a 500", json({}, 500)],
    ["a 502 of a proxy", json("<html>", 502)],
    ["a 503", json(failureBody("unavailable"), 503)],
    ["a refusal with 503", json({ ...REFUSED, code: "unavailable", status: 503 })],
  ] as const;

  it.each(outages)("with %s denies requests by default", async (_what, respond) => {
    stand.set(respond as Parameters<VerifyStand["set"]>[0]);
    const handler = stand.newServer().protect({}, () => new Response());
    const response = await handler(withKey());
    expect([response.status, response.headers.get("retry-after")]).toEqual([
      503,
      expect.stringMatching(/^[17]$/),
    ]);
  });

  it.each(outages)("with %s serves requests unchecked with allow", async (_what, respond) => {
    stand.set(respond as Parameters<VerifyStand["set"]>[0]);
    const server = stand.newServer({ onUnavailable: "allow" });
    const handler = server.protect({}, (_request, caller) => Response.json(caller));
    const response = await handler(withKey());
    expect([response.status, await response.json()]).toEqual([200, null]);
  });

  it.each([
    ["a revoked platform key", json({ code: "revoked_api_key", error: "x" }, 401)],
    ["a missing scope", json({ code: "insufficient_scope", error: "x" }, 403)],
    ["an invalid check", json({ code: "validation_failed", error: "x" }, 422)],
    ["another server", json({ hello: "world" })],
    ["a wrong path", json({}, 404)],
    ["a redirect", json({}, 308, { location: "/" })],
  ])("is not %s: that is refused with allow too, and reported", async (_what, respond) => {
    stand.set(respond);
    const server = stand.newServer({ onUnavailable: "allow" });
    const response = await server.protect({}, () => new Response())(withKey());
    expect([response.status, await response.json()]).toEqual([503, failureBody("unavailable")]);
    expect(stand.errors).toHaveLength(1);
  });
});
