import { once } from "node:events";
import type { IncomingHttpHeaders, Server } from "node:http";
import { type AddressInfo, connect, createServer, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import type { openHttpServer } from "./http-server";
import { listeningServer } from "./testing/http-servers";

const impatient = (patience: Parameters<typeof openHttpServer>[0]["patience"]) =>
  listeningServer({ patience: { checkEveryMs: 20, ...patience } });

const openConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

/** Far from both the timeouts set here (tenths of a second) and Node's defaults (minutes). */
const FOREVER_MS = 15_000;

const ended = async (socket: Socket) => {
  const startedAt = Date.now();
  const answer = await text(socket);
  return { answer, afterMs: Date.now() - startedAt };
};

test.each([
  ["slow headers", "GET / HTTP/1.1\r\nhost: x\r\n"],
  ["a silent connection", ""],
])("%s time out", async (_what, sent) => {
  const { port } = await impatient({ headersMs: 200, requestMs: 400 });
  const socket = connect(port, "127.0.0.1");
  socket.write(sent);
  const trickle = setInterval(() => sent && socket.write("x: y\r\n"), 50);
  const { afterMs } = await ended(socket);
  clearInterval(trickle);
  expect(afterMs).toBeGreaterThan(150);
  expect(afterMs).toBeLessThan(FOREVER_MS);
});

test("connections handed to a worker have the same timeouts", async () => {
  const patience = { checkEveryMs: 20, headersMs: 200, requestMs: 400 };
  const httpServer = await listeningServer({ isInner: true, patience });
  const dispatcher = createServer((socket) => httpServer.server.emit("connection", socket));
  await new Promise<void>((done) => dispatcher.listen(0, "127.0.0.1", done));
  const socket = connect((dispatcher.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n");
  expect((await ended(socket)).afterMs).toBeLessThan(FOREVER_MS);
  dispatcher.close();
});

test.each([
  ["a body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 99999\r\n\r\n", "x"],
  [
    "a body in chunks",
    "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n",
    "1\r\nx\r\n",
  ],
  ["a head", "GET / HTTP/1.1\r\n", "x: y\r\n"],
])(
  "%s that comes byte by byte times out with the API's error body, and its connection is freed, even if it goes on",
  async (_what, begin, drip) => {
    const { server, port } = await impatient({ headersMs: 200, requestMs: 300, lingerMs: 100 });
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {}).write(begin);
    const trickle = setInterval(() => socket.writable && socket.write(drip), 20);
    // Not ended(), which would close our side, too.
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes;
    });
    await once(socket, "end");
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    await vi.waitFor(async () => expect(await openConnections(server)).toBe(0), FOREVER_MS);
    clearInterval(trickle);
    socket.destroy();
  },
);

test("closes an unused keep-alive connection", async () => {
  const { port } = await impatient({ keepAliveMs: 200 });
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  const { answer, afterMs } = await ended(socket);
  expect(answer).toContain("served");
  // Node allows a second more than it announces, which is five seconds by default.
  expect(afterMs).toBeLessThan(5_000);
});

test("disconnects a client that does not read the response", async () => {
  const { port, open } = await impatient({ silenceMs: 200 });
  const closed = new Promise<void>((done) =>
    open(async (_, response) => {
      response.on("close", done);
      response.end(Buffer.alloc(50_000_000));
    }),
  );
  const socket = connect(port, "127.0.0.1");
  socket.pause().write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await closed;
  socket.destroy();
});

test("the default timeouts allow slow clients but are all finite", async () => {
  const { server } = await listeningServer();
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
  for (const bound of [headersTimeout, requestTimeout, keepAliveTimeout, timeout]) {
    expect(bound).toBeGreaterThan(5_000);
    expect(bound).toBeLessThanOrEqual(180_000);
  }
  expect(headersTimeout).toBeLessThan(requestTimeout);
  // Most load balancers keep idle connections for a minute, and would use a closed one.
  expect(Math.min(keepAliveTimeout, timeout)).toBeGreaterThan(60_000);
});

test("keeps at most 10,000 connections open by default", async () => {
  const { server } = await listeningServer();
  const sockets = Array.from({ length: 10_001 }, () => new Socket());
  for (const socket of sockets) server.emit("connection", socket);
  expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(10_000);
  for (const socket of sockets) socket.destroy();
});

test("replaces forwarded headers of the client with the known address, host and scheme", async () => {
  const { url, open } = await listeningServer({ scheme: "https" });
  let seen: IncomingHttpHeaders = {};
  open(async (request, response) => {
    seen = request.headers;
    response.end();
  });
  await fetch(url, {
    headers: {
      "X-Forwarded-For": "203.0.113.9",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Port": "1",
      "X-Forwarded-Proto": "http",
      "X-Real-IP": "203.0.113.9",
      Forwarded: "for=203.0.113.9",
    },
  });
  expect(seen["x-forwarded-for"]).toBe("127.0.0.1");
  expect(seen["x-forwarded-proto"]).toBe("https");
  expect(JSON.stringify(seen)).not.toMatch(/203\.0\.113\.9|evil\.example/);
});

test("passes on both copies of a repeated credential, so that it is rejected", async () => {
  const { port, open } = await listeningServer();
  const seen: unknown[] = [];
  open(async (request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  const socket = connect(port, "127.0.0.1");
  const twice = "authorization: Bearer one\r\nauthorization: Bearer two\r\n";
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${twice}connection: close\r\n\r\n`);
  await text(socket);
  expect(seen).toEqual(["Bearer one, Bearer two"]);
});

test("responds 500 if a handler throws, and reports the error with method and route", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown, named: object) => errors.push({ error, ...named });
  const { url, open } = await listeningServer({ onError });
  open(async () => {
    throw new Error("broken");
  });
  const response = await fetch(`${url}/broken?key=s3cret`);
  expect(response.status).toBe(500);
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  expect(await response.json()).toMatchObject({ code: "internal_error", details: {} });
  expect(errors).toEqual([
    { error: expect.objectContaining({ message: "broken" }), method: "GET", route: "/broken" },
  ]);
});

test.each([
  [
    "headers that are too large",
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ["invalid HTTP", "nonsense\r\n\r\n", 400],
  [
    "two Content-Length headers",
    "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
])("%s get the API's error body, and the connection is closed", async (_what, sent, status) => {
  const { port, open } = await listeningServer();
  open(async (_, response) => void response.end("served"));
  const socket = connect(port, "127.0.0.1");
  socket.write(sent);
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
  expect(Object.keys(body)).toEqual(["error", "code", "details"]);
  expect(answer).toMatch(/^x-request-id: req_\w{26}\r$/m);
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m);
});

test("accepts headers of up to 16 KiB, as documented", async () => {
  const { url, open } = await listeningServer();
  open(async (_, response) => void response.end("served"));
  expect((await fetch(url, { headers: { x: "a".repeat(15_000) } })).status).toBe(200);
});

test("an https site sends HSTS with every response, including rejections", async () => {
  const statuses = async (scheme: "http" | "https") => {
    const { url, open } = await listeningServer({ scheme: scheme });
    open(async (_, response) => void response.writeHead(200, { "x-a": "b" }).end("served"));
    const [served, refused] = [await fetch(url), await rawHeaders(url)];
    return [served.headers.get("strict-transport-security"), refused];
  };
  expect(await statuses("https")).toEqual(["max-age=63072000", "max-age=63072000"]);
  expect(await statuses("http")).toEqual([null, null]);
});

/** The Strict-Transport-Security header of a request that the head check refuses. */
async function rawHeaders(url: string): Promise<string | null> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nconnection: close\r\n\r\n");
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  return /^strict-transport-security: (.*)\r$/m.exec(answer)?.[1] ?? null;
}

test("a trusted proxy is trusted for the client's address only", async () => {
  const { url, open } = await listeningServer({ trustProxy: { hops: 1 } });
  let seen: IncomingHttpHeaders = {};
  open(async (request, response) => {
    seen = request.headers;
    response.end();
  });
  const forwarded = { "X-Forwarded-For": "6.6.6.6, 203.0.113.9", "X-Real-IP": "6.6.6.6" };
  await fetch(url, { headers: forwarded });
  expect(seen["x-forwarded-for"]).toBe("203.0.113.9");
  expect(seen["x-real-ip"]).toBeUndefined();
});
