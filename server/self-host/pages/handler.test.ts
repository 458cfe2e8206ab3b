import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { createApiListener } from "../api-listener";
import { type HttpServer, openHttpServer } from "../http-server";
import { createPageHandler } from "./handler";
import { openPortStream } from "./port-stream";
import { servePages } from "./serve";

type Rendering = { url: string; response: ServerResponse; isGone: boolean };

const servers: HttpServer[] = [];
const sockets: { destroy(): void }[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

const settle = async () => {
  for (let n = 0; n < 20; n++) await new Promise(setImmediate);
};
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate);
};

const NONCE = "q83vEjRWeJCrze8SNFZ4kA==";

/** The listener over pages that render when told to, or at once. */
async function listening(page?: (request: IncomingMessage, response: ServerResponse) => void) {
  const renderings: Rendering[] = [];
  const serve = servePages(
    async (request, response) => {
      const rendering = { url: request.url ?? "", response, isGone: false };
      response.once("close", () => {
        rendering.isGone = !response.writableFinished;
      });
      renderings.push(rendering);
      page?.(request, response);
    },
    () => {},
  );
  const handle = createPageHandler(() => {
    const { stream, port } = openPortStream();
    serve(port);
    return stream;
  });
  const unused = () => Promise.reject(new Error("unused"));
  const watch = { answerReady: unused, answerMetrics: unused, observeFace: null };
  const place = { host: "127.0.0.1", port: 0, scheme: "http" as const, onError: () => {} };
  const trustProxy = { hops: 1 };
  const httpServer = await openHttpServer({ ...place, trustProxy });
  servers.push(httpServer);
  await httpServer.open(createApiListener({ api: unused, watch }, handle));
  const url = `http://127.0.0.1:${httpServer.port}`;
  const open = () => {
    const socket = connect(httpServer.port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    return socket;
  };
  const get = (path: string, from = "203.0.113.1", headers = {}) =>
    fetch(url + path, { headers: { "x-forwarded-for": from, ...headers }, redirect: "manual" });
  const connections = () =>
    new Promise<number>((done) => httpServer.server.getConnections((_, count) => done(count)));
  return { url, renderings, open, get, connections };
}

const keptPage = (request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, {
    "content-type": "text/html",
    "content-security-policy": `script-src 'nonce-${NONCE}'`,
  });
  response.end(`<script nonce="${NONCE}"></script>${request.url} ${request.headers.cookie ?? ""}`);
};

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

it("handles pipelined requests one by one, in order, with their bodies", async () => {
  const seen: string[] = [];
  const { renderings, open } = await listening(async (request) => {
    seen.push(`${request.url} ${await text(request)}`);
  });
  const socket = open();
  const requests = Array.from(
    { length: 200 },
    (_, n) => `POST /api/trpc/${n} HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n${100 + n}`,
  );
  socket.write(requests.join(""));
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  for (let n = 0; n < 200; n++) {
    await until(() => seen.length > n);
    if (n % 50 === 0) await settle();
    expect(renderings).toHaveLength(n + 1);
    renderings[n]?.response.end(`<${n}>`);
  }
  await until(() => received.includes("<199>"));
  expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => `/api/trpc/${n} ${100 + n}`));
  const order = [...received.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
  expect(order).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

it.each([
  ["/docs", "/docs"],
  ["/docs?a=1", "/docs"],
  ["/docs/webhooks", "/docs/webhooks"],
  ["/sign-in?callbackUrl=%2Foperator", "/sign-in?callbackUrl=%2Foperator"],
])("renders %s once, and sends it with a nonce of its own each time", async (path, rendered) => {
  const { renderings, get } = await listening(keptPage);
  const answers = await Promise.all(Array.from({ length: 30 }, () => get(path)));
  answers.push(await get(path, "198.51.100.1", { "accept-encoding": "identity" }));
  const nonces = new Set<string | undefined>();
  for (const answer of answers) {
    const policy = answer.headers.get("content-security-policy");
    const [, nonce] = /'nonce-(.*)'/.exec(policy ?? "") ?? [];
    expect(await answer.text()).toBe(`<script nonce="${nonce}"></script>${rendered} `);
    nonces.add(nonce);
  }
  expect(renderings.map(({ url }) => url)).toEqual([rendered]);
  expect(nonces.size).toBe(31);
  expect(nonces).not.toContain(NONCE);
});

it("keeps no page of a person, no failure, and no part of a page that Next's scripts ask for", async () => {
  let status = 500;
  const { renderings, get } = await listening((request, response) => {
    if (status === 200) return keptPage(request, response);
    response.writeHead(status).end("failed");
  });
  expect((await get("/docs")).status).toBe(500);
  status = 200;
  const cookie = { cookie: "a=1; __Secure-next-auth.session-token=x" };
  const asked = [
    await get("/sign-in", "203.0.113.1", cookie),
    await get("/sign-in"),
    await get("/sign-in", "203.0.113.1", cookie),
    await get("/docs", "203.0.113.1", { rsc: "1" }),
    await get("/docs", "203.0.113.1", cookie),
    await get("/partners/acme/overview"),
    await get("/partners/acme/overview"),
  ];
  const texts = await Promise.all(asked.map((answer) => answer.text()));
  expect(texts.map((one) => one.includes("session-token"))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
  // The failure twice, because the first was not kept and passed on as it is.
  expect(renderings).toHaveLength(9);
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
