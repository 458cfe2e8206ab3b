import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { listening } from "../testing/listening";
import { boundConnections, MAX_AHEAD } from "./connections";
import { type HttpServer, openHttpServer } from "./http-server";

const MOST = 50;
const PER_NETWORK = 20;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server whose `/held` requests end on demand. */
async function serving(options: Partial<Parameters<typeof openHttpServer>[0]> = {}) {
  let now = 0;
  const held: ServerResponse[] = [];
  const httpServer: HttpServer = await openHttpServer({
    host: "127.0.0.1",
    port: 0,
    scheme: "http",
    onError: () => {},
    maxConnections: MOST,
    maxPerNetwork: PER_NETWORK,
    now: () => now,
    ...options,
  });
  await httpServer.open(async (request, response) => {
    if (request.url === "/held") held.push(response);
    else response.end("served");
  });
  closers.push(() => httpServer.close(0));
  const { port, server } = httpServer;
  const advance = (ms: number) => {
    now += ms;
  };
  return { ...clientsOf(server, port), held, advance };
}

function clientsOf(server: Server, port: number) {
  /** Resolves once the server knows the connection. */
  const open = async (from = "127.0.0.1"): Promise<Socket> => {
    const accepted = once(server, "connection");
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    socket.on("error", () => {});
    closers.push(() => socket.destroy());
    await accepted;
    return socket;
  };
  const many = async (count: number, from?: string) => {
    const sockets: Socket[] = [];
    for (let made = 0; made < count; made++) sockets.push(await open(from));
    return sockets;
  };
  return { open, many };
}

/** Sends a request; resolves with the response's status line, or "closed". */
async function ask(socket: Socket, path = "/"): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  return answerOf(socket);
}

async function answerOf(socket: Socket): Promise<string> {
  if (socket.destroyed) return "closed";
  const closed = once(socket, "close").then(() => "closed");
  const answered = once(socket, "data").then(([data]) => String(data).split("\r\n")[0] ?? "");
  return Promise.race([answered, closed]);
}

const SERVED = "HTTP/1.1 200 OK";
const isClosed = async (socket: Socket) => {
  if (!socket.destroyed) await once(socket, "close");
  return socket.destroyed;
};

it("serves new clients beside a full number of idle connections with one request each", async () => {
  const { many, open } = await serving();
  const idle = await many(MOST);
  for (const socket of idle) expect(await ask(socket)).toBe(SERVED);
  for (let round = 0; round < 3; round++) {
    const newcomer = await open();
    expect(await ask(newcomer)).toBe(SERVED);
    // The longest idle one.
    expect(await isClosed(idle[round] as Socket)).toBe(true);
  }
  expect(await ask(idle[3] as Socket)).toBe(SERVED);
  await open();
  expect(await isClosed(idle[4] as Socket)).toBe(true);
  expect(idle[3]?.destroyed).toBe(false);
});

it("never closes a connection with a request in progress, and refuses new ones if all have one", async () => {
  const { many, open, held } = await serving();
  const busy = await many(MOST);
  const answers = busy.map((socket) => ask(socket, "/held"));
  await expect.poll(() => held.length).toBe(MOST);
  expect(await ask(await open())).toBe("closed");
  held[7]?.end();
  expect(await answers[7]).toBe(SERVED);
  expect(await ask(await open())).toBe(SERVED);
  expect(await isClosed(busy[7] as Socket)).toBe(true);
  for (const response of held) response.end();
  expect((await Promise.all(answers)).every((answer) => answer === SERVED)).toBe(true);
});

it("keeps a connection whose second request is still open when the first one ends", async () => {
  const { many, open, held } = await serving();
  const [pipelined] = await many(1);
  const rest = await many(MOST - 1);
  for (const socket of rest) void ask(socket, "/held");
  const answer = answerOf(pipelined as Socket);
  pipelined?.write("GET / HTTP/1.1\r\nhost: x\r\n\r\nGET /held HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(await answer).toBe(SERVED);
  await expect.poll(() => held.length).toBe(MOST);
  expect(await ask(await open())).toBe("closed");
  expect(pipelined?.destroyed).toBe(false);
});

const HELD = "GET /held HTTP/1.1\r\nhost: x\r\n\r\n";

it("serves the pipelined requests of a connection one after another", async () => {
  const { open, held } = await serving();
  const socket = await open();
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.write(HELD.repeat(MAX_AHEAD + 1));
  for (let n = 0; n <= MAX_AHEAD; n++) {
    await expect.poll(() => held.length, { interval: 1 }).toBe(n + 1);
    held[n]?.end(`<${n}>`);
  }
  await expect.poll(() => received).toContain(`<${MAX_AHEAD}>`);
  const order = [...received.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
  expect(order).toEqual(held.map((_, n) => n));
  expect(await ask(socket)).toBe(SERVED);
});

it("closes a connection that sends more requests ahead", async () => {
  const { open, held } = await serving();
  const socket = await open();
  socket.write(HELD.repeat(MAX_AHEAD + 2));
  expect(await isClosed(socket)).toBe(true);
  expect(held).toHaveLength(1);
  held[0]?.end();
  expect(await ask(await open())).toBe(SERVED);
  expect(held).toHaveLength(1);
});

it("does not serve what a client sent ahead on a connection that the response closes", async () => {
  const { open, held } = await serving();
  const socket = await open();
  socket.resume().write(HELD.repeat(2));
  await expect.poll(() => held.length).toBe(1);
  held[0]?.writeHead(200, { connection: "close" }).end();
  expect(await isClosed(socket)).toBe(true);
  expect(held).toHaveLength(1);
});

it("closes connections that never sent a request before idle ones, but not new clients", async () => {
  const { many, open, advance } = await serving();
  const idle = await many(MOST - 2);
  for (const socket of idle) await ask(socket);
  const silent = await many(2);
  advance(1_999);
  // Both could still be clients whose first request is on its way.
  await open();
  expect(await isClosed(idle[0] as Socket)).toBe(true);
  expect(silent.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  advance(1);
  await open();
  expect(await isClosed(silent[0] as Socket)).toBe(true);
  expect(await ask(silent[1] as Socket)).toBe(SERVED);
  expect(await ask(idle[1] as Socket)).toBe(SERVED);
});

it("serves a new client beside connections that never send a request", async () => {
  const { many, open } = await serving();
  const silent = await many(MOST);
  expect(await ask(await open())).toBe(SERVED);
  expect(await isClosed(silent[0] as Socket)).toBe(true);
});

/** A bounded server for which each address of this machine is another network. */
async function servingNetworks() {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    connections.use(request.socket, response, () => {
      if (request.url === "/held") held.push(response);
      else response.end("served");
    });
  });
  const bounds = { most: MOST, perNetwork: PER_NETWORK, isShared: () => false };
  const connections = boundConnections(server, bounds);
  const { port, close } = await listening(server);
  closers.push(close);
  return { ...clientsOf(server, port), held };
}

it("closes only a network's own connections beyond its share", async () => {
  const { many, open } = await servingNetworks();
  const [other] = await many(1, "127.0.0.9");
  await ask(other as Socket);
  const own = await many(PER_NETWORK, "127.0.0.2");
  for (const socket of own) await ask(socket);
  expect(await ask(await open("127.0.0.2"))).toBe(SERVED);
  expect(await isClosed(own[0] as Socket)).toBe(true);
  // It has been idle longer, but belongs to another network.
  expect(await ask(other as Socket)).toBe(SERVED);
});

it("refuses a network whose share is in use, and serves others", async () => {
  const { many, open, held } = await servingNetworks();
  for (const socket of await many(PER_NETWORK, "127.0.0.2")) void ask(socket, "/held");
  await expect.poll(() => held.length).toBe(PER_NETWORK);
  expect(await ask(await open("127.0.0.2"))).toBe("closed");
  expect(await ask(await open("127.0.0.3"))).toBe(SERVED);
  held[0]?.end();
  await expect.poll(async () => ask(await open("127.0.0.2"))).toBe(SERVED);
});
