import type { IncomingMessage } from "node:http";
import { connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { listening } from "../testing/listening";
import { platformForTests } from "../testing/platform";
import { createApiListener } from "./api-listener";
import { type HttpServer, openHttpServer } from "./http-server";

// The listener before the real API and a handler that reads the whole body, as Next does.
const MAX = 65_536;
const TOO_LONG = 10_000_000;

const platform = await platformForTests();
const key = (await platform.newKey(await platform.newPartner())).plaintext;
const errors: unknown[] = [];
const passed: { headers: IncomingMessage["headers"]; body: string }[] = [];

async function opened(isInner: boolean): Promise<HttpServer> {
  const httpServer = await openHttpServer({
    host: "127.0.0.1",
    port: 0,
    isInner,
    scheme: "http",
    onError: (error) => errors.push(error),
  });
  afterAll(() => httpServer.close(0));
  await httpServer.open(
    createApiListener(platform.wiring, async (request, response) => {
      passed.push({ headers: request.headers, body: await text(request) });
      response.end("passed");
    }),
  );
  return httpServer;
}

const [inner, outer] = [await opened(true), await opened(false)];
const dispatcher = createServer((socket) => inner.server.emit("connection", socket));
const { port: dispatchedPort, close } = await listening(dispatcher);
afterAll(close);

describe.each([
  ["its own port", outer.port],
  ["a worker with passed connections", dispatchedPort],
])("%s", (_name, port) => {
  const open = () => connect(port, "127.0.0.1").on("error", () => {});
  const head = (target: string, ...headers: string[]) =>
    [`${target} HTTP/1.1`, "host: 127.0.0.1", ...headers, "", ""].join("\r\n");
  const send = (sent: string) => {
    const socket = open();
    socket.write(sent);
    return text(socket);
  };
  const chunked = (size: number) => {
    const half = Math.floor(size / 2);
    const chunk = (length: number) => `${length.toString(16)}\r\n${"x".repeat(length)}\r\n`;
    return `${chunk(half)}${chunk(size - half)}0\r\n\r\n`;
  };
  const CHUNKED = "transfer-encoding: chunked";
  const tooLarge = (answer: string) => {
    const [answerHead = "", body = ""] = answer.split("\r\n\r\n");
    expect(answerHead).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
    expect(answerHead).toMatch(/x-request-id: req_/);
    expect(JSON.parse(body)).toMatchObject({ code: "payload_too_large", details: {} });
  };

  it.each([
    ["with a length", (size: number) => `content-length: ${size}\r\n\r\n${"x".repeat(size)}`],
    ["in chunks", (size: number) => `${CHUNKED}\r\n\r\n${chunked(size)}`],
  ])("passes on a body of 64 KiB %s completely, and rejects one byte more", async (_what, body) => {
    const post = "POST /sign-in HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n";
    passed.length = 0;
    expect(await send(post + body(MAX))).toMatch(/passed$/);
    expect(passed).toHaveLength(1);
    expect(passed[0]?.body).toBe("x".repeat(MAX));
    expect(passed[0]?.headers).toMatchObject({ "content-length": String(MAX) });
    expect(passed[0]?.headers).not.toHaveProperty("transfer-encoding");
    tooLarge(await send(post + body(MAX + 1)));
    expect(passed).toHaveLength(1);
  });

  it.each(["POST /sign-in", "POST /api/health", "GET /api/health", "PUT /api/nope"])(
    "rejects %s with a body that is too long before it is sent",
    async (target) => {
      tooLarge(await send(head(target, `content-length: ${TOO_LONG}`)));
    },
  );

  it("never sends 100-continue for a body it would discard", async () => {
    const headers = [`content-length: ${TOO_LONG}`, "expect: 100-continue"];
    tooLarge(await send(head("POST /sign-in", ...headers)));
    const small = head("POST /sign-in", "content-length: 1", "expect: 100-continue");
    expect(await send(`${small.replace("\r\n", "\r\nconnection: close\r\n")}x`)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
    );
  });

  it.each([
    ["with a length", `content-length: ${TOO_LONG}`, "x".repeat(TOO_LONG)],
    ["in chunks", CHUNKED, chunked(TOO_LONG)],
  ])(
    "a client that sends all of 10 MB %s before it reads gets the response",
    async (_, length, body) => {
      for (const target of ["POST /sign-in", "POST /api/v1/reseller/accounts"]) {
        const socket = open();
        const type = ["content-type: application/json", `authorization: Bearer ${key}`];
        await new Promise((sent) => socket.write(head(target, ...type, length) + body, sent));
        tooLarge(await text(socket));
      }
    },
  );

  it("closes the connection of a body without end", async () => {
    for (const target of ["POST /sign-in", "POST /api/v1/reseller/accounts"]) {
      const socket = open();
      socket.write(head(target, CHUNKED));
      const chunk = `10000\r\n${"x".repeat(MAX)}\r\n`;
      const flood = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on("drain", flood);
      flood();
      await new Promise((closed) => socket.resume().on("close", closed));
      // The discarded bytes plus the buffers of both sockets.
      expect(socket.bytesWritten).toBeLessThan(64 * 1_048_576);
    }
  });

  it("responds before a body is read, as usual, and closes the connection", async () => {
    const endless = [`content-length: ${TOO_LONG}`];
    const refused = await send(head("POST /api/v1/reseller/accounts", ...endless));
    expect(refused).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i);
    const mine = [`authorization: Bearer ${key}`, ...endless];
    expect(await send(head("GET /api/v1/reseller/me", ...mine))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send(head("HEAD /api/v1/reseller/me", ...mine))).toMatch(/\r\n\r\n$/);
  });

  it("requests with bodies reuse a connection", async () => {
    const socket = open();
    const post = head("POST /sign-in", CHUNKED) + chunked(10);
    const unauthorized = `${head("POST /api/v1/reseller/accounts", "content-length: 3")}abc`;
    socket.write(post + unauthorized + post);
    socket.write(head("GET /sign-in", "connection: close"));
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(
      [200, 401, 200, 200].map((status) => `HTTP/1.1 ${status}`),
    );
  });

  it("an aborted body is not an error and is not passed on", async () => {
    [errors.length, passed.length] = [0, 0];
    for (const length of [CHUNKED, "content-length: 100"]) {
      const socket = open();
      await new Promise((sent) =>
        socket.write(`${head("POST /api/nope", length)}5\r\nhello\r\n`, sent),
      );
      socket.destroy();
    }
    await send(head("GET /sign-in", "connection: close"));
    expect(passed.filter(({ body }) => body !== "")).toEqual([]);
    expect(errors).toEqual([]);
  });
});

it("disconnects a client that neither sends the rest nor closes", async () => {
  const socket = connect({ port: outer.port, host: "127.0.0.1", allowHalfOpen: true });
  socket.write(`POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${TOO_LONG}\r\n\r\n`);
  await new Promise((ended) => socket.resume().once("end", ended));
  const left = () => new Promise((done) => outer.server.getConnections((_, count) => done(count)));
  await expect.poll(left, { timeout: 20_000, interval: 250 }).toBe(0);
  socket.destroy();
});
