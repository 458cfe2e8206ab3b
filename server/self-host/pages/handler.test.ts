import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { type HttpServer, openHttpServer } from "../http-server";
import { createPageHandler } from "./handler";
import { listening, settle, until } from "./testing/listening";

const servers: HttpServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close(0))));

it("passes on a request and its response unchanged", async () => {
  const { url } = await listening(async (request, response) => {
    const { method, headers } = request;
    response.writeHead(201, [
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["x-sent", String(headers["x-sent"])],
    ]);
    response.end(`${method} ${request.url} ${headers["content-length"]} ${await text(request)}`);
  });
  const body = "ü".repeat(30_000);
  const answer = await fetch(`${url}/api/trpc/a?b=%20c`, {
    method: "POST",
    body,
    headers: { "x-sent": "\xe4" },
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(answer.headers.get("x-sent")).toBe("\xe4");
  expect(await answer.text()).toBe(`POST /api/trpc/a?b=%20c 60000 ${body}`);
});

it("sends a long response whole, and in pieces to a client that reads slowly", async () => {
  const whole = Buffer.alloc(20_000_000, "0123456789");
  const { get } = await listening((_, response) => void response.end(whole));
  const answers = await Promise.all([get("/api/export/keys"), get("/page")]);
  for (const answer of answers) {
    expect(Buffer.from(await answer.arrayBuffer()).equals(whole)).toBe(true);
  }
});

it("renders four pages at once, with turns between networks", async () => {
  const { renderings, get } = await listening();
  const asked = ["a1", "a2", "a3", "a4", "a5", "a6"].map((path) => get(`/${path}`));
  await until(() => renderings.length === 4);
  asked.push(get("/b1", "198.51.100.1"));
  await settle();
  expect(renderings).toHaveLength(4);
  for (let n = 0; n < 7; n++) {
    await until(() => renderings.length > n);
    renderings[n]?.response.end();
  }
  await Promise.all(asked);
  expect(renderings.slice(0, 4).every(({ url }) => url.startsWith("/a"))).toBe(true);
  // At most one of the busy network's waiting pages goes first.
  expect(renderings.slice(4, 6).map(({ url }) => url)).toContain("/b1");
});

it("renders no page for a client that has left, and stops the one in progress", async () => {
  const { renderings, open, get, connections } = await listening();
  const ask = (path: string) => {
    const socket = open();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\n\r\n`);
    return socket;
  };
  const first = Array.from({ length: 4 }, (_, n) => ask(`/rendering-${n}`));
  await until(() => renderings.length === 4);
  const waiting = Array.from({ length: 50 }, (_, n) => ask(`/leaves-${n}`));
  await settle();
  for (const socket of waiting) socket.destroy();
  while ((await connections()) > 4) await settle();
  for (const socket of first) socket.destroy();
  await until(() => renderings.slice(0, 4).every(({ isGone }) => isGone));
  const stays = get("/stays", "192.0.2.1");
  await until(() => renderings.some(({ url }) => url === "/stays"));
  for (const { response } of renderings) response.end();
  expect((await stays).status).toBe(200);
  expect(renderings.filter(({ url }) => url.startsWith("/leaves"))).toEqual([]);
});

it("refuses what exceeds a network's share, and serves others", async () => {
  const { renderings, get } = await listening();
  const asked = Array.from({ length: 70 }, () => get("/page"));
  const refused: Response[] = [];
  for (const one of asked) void one.then((answer) => answer.status === 503 && refused.push(answer));
  await until(() => refused.length === 6);
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect(await refused[0]?.json()).toMatchObject({ code: "unavailable" });
  const other = get("/other", "198.51.100.1");
  for (let n = 0; n < 65; n++) {
    await until(() => renderings.length > n);
    renderings[n]?.response.end();
  }
  expect((await other).status).toBe(200);
  await Promise.all(asked);
});

const networkAt = (n: number) => `100.${64 + (n >> 8)}.${n & 255}.1`;
const SIGN_IN = "/api/auth/callback/credentials";

it("a flood of sign-ins from 300 networks takes no places from others, and takes turns", async () => {
  const { renderings, get } = await listening();
  const [home, elsewhere] = ["198.51.100.1", "198.51.100.2"];
  const first = get(`${SIGN_IN}?first`, home);
  await until(() => renderings.length === 1);
  renderings[0]?.response.setHeader("set-cookie", "__Secure-next-auth.session-token=x; Path=/");
  renderings[0]?.response.end();
  await first;
  const flood = Array.from({ length: 600 }, (_, n) => get(SIGN_IN, networkAt(n % 300)));
  await until(() => renderings.length === 9);
  const others = [get("/api/trpc/keys.list", home), get("/page", elsewhere)];
  const own = [get(`${SIGN_IN}?home`, home), get(`${SIGN_IN}?elsewhere`, elsewhere)];
  await until(() => renderings.length === 11);
  await settle();
  for (let n = 1; n < 605; n++) {
    await until(() => renderings.length > n);
    renderings[n]?.response.end();
  }
  const statuses = (await Promise.all([...flood, ...others, ...own])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const turnOf = (name: string) => renderings.findIndex(({ url }) => url.endsWith(name));
  // At most one stranger is ahead of the network that signed in before.
  expect(turnOf("?home")).toBeLessThanOrEqual(12);
  // One of each network is ahead of another stranger.
  expect(turnOf("?elsewhere")).toBeLessThanOrEqual(12 + 300);
});

it("handles pipelined requests one by one, in order, with their bodies", async () => {
  const seen: string[] = [];
  const { renderings, open } = await listening(async (request) => {
    seen.push(`${request.url} ${await text(request)}`);
  });
  const socket = open();
  const requests = Array.from(
    { length: 100 },
    (_, n) => `POST /api/trpc/${n} HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n${100 + n}`,
  );
  socket.write(requests.join(""));
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  for (let n = 0; n < 100; n++) {
    await until(() => seen.length > n);
    if (n % 50 === 0) await settle();
    expect(renderings).toHaveLength(n + 1);
    renderings[n]?.response.end(`<${n}>`);
  }
  await until(() => received.includes("<99>"));
  expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => `/api/trpc/${n} ${100 + n}`));
  const order = [...received.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
  expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

it("responds 503 while the pages can't be reached", async () => {
  const handle = createPageHandler(() => {
    throw new Error("starting");
  });
  const place = { host: "127.0.0.1", port: 0, scheme: "http" as const, onError: () => {} };
  const httpServer = await openHttpServer(place);
  servers.push(httpServer);
  await httpServer.open(handle);
  for (const path of ["/docs", "/operator", "/api/trpc/x"]) {
    const answer = await fetch(`http://127.0.0.1:${httpServer.port}${path}`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  }
});
