import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import type { NextRequest } from "next/server";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { forwardedFor, type VerifiedKey } from "../../public/latchkey-server";
import { failureBody } from "../core/kernel/errors";
import { CALLER_KEY, json, openVerifyStand, REFUSED, VERIFIED } from "./testing/verify-stand";

declare module "fastify" {
  interface FastifyRequest {
    latchkey: VerifiedKey;
  }
}

const SCOPED = { scopes: ["orders:read"] };

const closers: (() => unknown)[] = [];
const stand = await openVerifyStand();
afterAll(() => stand.close());
beforeEach(() => stand.set(json(VERIFIED)));
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function call(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const own = { authorization: `Bearer ${CALLER_KEY}`, "x-client-id": "w1" };
  return fetch(`${url}/orders/7?page=2`, { headers: { ...own, ...headers } });
}

async function urlOf(server: Server): Promise<string> {
  closers.push(() => server.close());
  await new Promise((resolve) => server.once("listening", () => resolve(null)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One server of each framework with the route /orders/:id, which responds with the partner's code. */
const FRAMEWORKS = {
  Express: (onUnavailable: "deny" | "allow") => {
    const latchkey = stand.newServer({ onUnavailable });
    const app = express();
    app.get("/orders/:id", latchkey.express(SCOPED), (request, response) => {
      response.json({ partner: request.latchkey?.partner.code ?? null });
    });
    return urlOf(app.listen(0, "127.0.0.1"));
  },
  Fastify: async (onUnavailable: "deny" | "allow") => {
    const latchkey = stand.newServer({ onUnavailable });
    const app = fastify();
    app.addHook("onRequest", latchkey.fastify(SCOPED));
    app.get("/orders/:id", async (request) => {
      const caller: VerifiedKey | null = request.latchkey;
      return { partner: caller?.partner.code ?? null };
    });
    closers.push(() => app.close());
    return app.listen({ port: 0, host: "127.0.0.1" });
  },
  Hono: (onUnavailable: "deny" | "allow") => {
    const latchkey = stand.newServer({ onUnavailable });
    const app = new Hono<{ Variables: { latchkey: VerifiedKey | null } }>();
    app.get("/orders/:id", latchkey.hono(SCOPED), (c) =>
      c.json({ partner: c.get("latchkey")?.partner.code ?? null }),
    );
    return urlOf(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
  },
};

describe.each(Object.entries(FRAMEWORKS))("%s", (_name, open) => {
  it("gives the handler the caller, and the response the rate-limit headers", async () => {
    const response = await call(await open("deny"));
    expect([response.status, await response.json()]).toEqual([200, { partner: "acme" }]);
    expect(Object.fromEntries(response.headers)).toMatchObject(VERIFIED.headers);
    expect(stand.asked.map(({ check }) => check)).toEqual([
      {
        key: CALLER_KEY,
        scopes: ["orders:read"],
        route: "/orders/{id}",
        ip: "127.0.0.1",
        method: "GET",
        path: "/orders/7?page=2",
        client_id: "w1",
        user_agent: "node",
      },
    ]);
  });

  it("sends a refusal as Latchkey gave it", async () => {
    stand.set(json(REFUSED));
    const response = await call(await open("deny"));
    expect([response.status, await response.json()]).toEqual([429, REFUSED.body]);
    expect(Object.fromEntries(response.headers)).toMatchObject(REFUSED.headers);
  });

  it("refuses a request without a key", async () => {
    const response = await call(await open("deny"), { authorization: "" });
    expect([response.status, await response.json()]).toEqual([401, failureBody("missing_api_key")]);
  });

  it("during an outage denies by default, or gives the handler null", async () => {
    stand.set(json({}, 500));
    const denied = await call(await open("deny"));
    expect([denied.status, await denied.json()]).toEqual([503, failureBody("unavailable")]);
    expect(denied.headers.get("retry-after")).toBe("1");
    const allowed = await call(await open("allow"));
    expect([allowed.status, await allowed.json()]).toEqual([200, { partner: null }]);
  });
});

describe("Express", () => {
  it("passes the error of an option on, and does not call the handler", async () => {
    const app = express();
    const scopes = () => {
      throw new Error("no scopes");
    };
    app.use(stand.newServer().express({ scopes }));
    app.get("/orders/:id", () => expect.unreachable());
    const own: express.ErrorRequestHandler = (error, _request, response, _next) => {
      response.status(500).json({ own: error.message });
    };
    app.use(own);
    const response = await call(await urlOf(app.listen(0, "127.0.0.1")));
    expect([response.status, await response.json()]).toEqual([500, { own: "no scopes" }]);
  });

  it("takes the address that trust proxy gives", async () => {
    const app = express().set("trust proxy", 1).use(stand.newServer().express());
    const url = await urlOf(app.listen(0, "127.0.0.1"));
    await call(url, { "x-forwarded-for": "203.0.113.9, 192.0.2.7" });
    expect(stand.asked[0]?.check.ip).toBe("192.0.2.7");
  });

  it("options get its own requests", async () => {
    const app = express();
    const route = (request: express.Request) => `/${request.app.get("name")}`;
    app.set("name", "shop").use(stand.newServer().express({ route }));
    await call(await urlOf(app.listen(0, "127.0.0.1")));
    expect(stand.asked[0]?.check.route).toBe("/shop");
  });

  it("its middleware works for plain servers of Node", async () => {
    const protect = stand.newServer().express(SCOPED);
    const server = createServer((request, response) => {
      void protect(request, response, () => response.end("served"));
    });
    const url = await urlOf(server.listen(0, "127.0.0.1"));
    expect(await (await call(url)).text()).toBe("served");
    stand.set(json(REFUSED));
    const refused = await call(url);
    expect([refused.status, await refused.json()]).toEqual([429, REFUSED.body]);
  });
});

describe("Hono", () => {
  it("sets the headers on raw responses and on those of errors too", async () => {
    const app = new Hono().use("*", stand.newServer().hono());
    app.get("/raw", () => new Response("raw"));
    app.get("/error", () => {
      throw new Error("a bug");
    });
    app.onError((_error, c) => c.text("failed", 500));
    for (const path of ["/raw", "/error", "/nothing"]) {
      const headers = { authorization: `Bearer ${CALLER_KEY}` };
      const response = await app.request(path, { headers });
      expect(response.headers.get("ratelimit")).toBe(VERIFIED.headers.ratelimit);
    }
  });

  it("options get its context", async () => {
    const app = new Hono();
    const protect = stand.newServer().hono({ clientIp: (c) => forwardedFor(c.req.raw) });
    app.get("/orders/:id", protect, (c) => c.text("served"));
    const headers = { authorization: `Bearer ${CALLER_KEY}`, "x-forwarded-for": "192.0.2.7" };
    expect((await app.request("/orders/7", { headers })).status).toBe(200);
    expect(stand.asked[0]?.check.ip).toBe("192.0.2.7");
  });
});

describe("Next", () => {
  it("takes a protected handler as a route handler with parameters", async () => {
    type Context = { params: Promise<{ id: string }> };
    type RouteHandler = (request: NextRequest, context: Context) => Promise<Response>;
    const GET: RouteHandler = stand
      .newServer()
      .protect(SCOPED, async (_request: NextRequest, caller, { params }: Context) =>
        Response.json({ partner: caller.partner.code, id: (await params).id }),
      );
    const headers = { authorization: `Bearer ${CALLER_KEY}` };
    const request = new Request("https://api.example/orders/7", { headers });
    const response = await GET(request as NextRequest, { params: Promise.resolve({ id: "7" }) });
    expect(await response.json()).toEqual({ partner: "acme", id: "7" });
  });

  it("takes one without parameters", async () => {
    const GET: () => unknown = stand
      .newServer()
      .protect(SCOPED, () => new Response()) as () => unknown;
    expect(GET).toBeTypeOf("function");
  });
});
