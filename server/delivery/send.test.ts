import type { RequestListener } from "node:http";
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { stopThisProcess } from "../testing/processes";
import { createAddressPolicy } from "./address-policy";
import { createConnector } from "./connect";
import { reasonOf } from "./fault";
import { createSender } from "./send";
import { openReceiver } from "./testing/receiver";

const policy = createAddressPolicy({
  allowedNetworks: [],
  allowedPorts: [],
  mayUseLoopback: true,
});

const SHORT = { connectMs: 50, exchangeMs: 150 };

function openSender(patience?: typeof SHORT) {
  const sender = createSender({ policy, resolve: async () => [], ...(patience && { patience }) });
  onTestFinished(() => sender.close());
  return sender;
}

async function sendTo(answer?: RequestListener, patience?: typeof SHORT) {
  const receiver = await openReceiver(answer);
  onTestFinished(receiver.close);
  const sent = await openSender(patience).send({
    url: `${receiver.url}?a=b`,
    headers: { "webhook-id": "evt_1" },
    body: '{"a":1}',
  });
  return { sent, received: receiver.received };
}

it("sends the body with the given headers and no other of ours", async () => {
  const { sent, received } = await sendTo();
  expect(sent).toMatchObject({ status: 204, error: null, body: "", retryAfter: null });
  const [{ headers, ...rest } = { headers: {} }, ...more] = received;
  expect(more).toEqual([]);
  expect(rest).toMatchObject({ method: "POST", path: "/hook?a=b", body: '{"a":1}' });
  expect(headers).toEqual({
    host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    connection: "keep-alive",
    "content-type": "application/json",
    "content-length": "7",
    "user-agent": "Latchkey-Webhooks/1",
    "webhook-id": "evt_1",
  });
});

it.each([301, 302, 303, 307, 308])("does not follow a %s", async (status) => {
  const { sent, received } = await sendTo((request, response) => {
    const location = request.url?.startsWith("/hook")
      ? "http://169.254.169.254/latest/meta-data/"
      : "/elsewhere";
    response.writeHead(status, { location }).end("moved");
  });
  expect(sent).toMatchObject({ status, body: "moved" });
  expect(received).toHaveLength(1);
});

it("keeps 4 KiB of a response and stops reading after 64 KiB, however much follows", async () => {
  let writtenBytes = 0;
  const { sent } = await sendTo((_, response) => {
    const chunk = Buffer.alloc(16_384, "x");
    const write = () => {
      while (!response.destroyed && writtenBytes < 2 ** 30) {
        writtenBytes += chunk.length;
        if (!response.write(chunk)) return response.once("drain", write);
      }
      return response.end();
    };
    write();
  });
  expect(sent).toMatchObject({ status: 200, body: "x".repeat(4_096) });
  // Only as much was written as fits into the buffers of both sockets.
  expect(writtenBytes).toBeLessThan(32 * 2 ** 20);
});

it("does not decompress a response", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
  const { sent } = await sendTo((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  });
  expect(sent.status).toBe(200);
  expect(sent.body.length).toBeLessThanOrEqual(4_096);
});

it("takes 100 and then a response on each request of a connection, and leaves bodies alone", async () => {
  const body = "HTTP/1.1 100 Continue\r\n\r\n".repeat(3);
  const connections = new Set<unknown>();
  const receiver = await openReceiver((request, response) => {
    connections.add(request.socket);
    response.writeContinue();
    response.end(body);
  });
  onTestFinished(receiver.close);
  const sender = openSender();
  for (let n = 0; n < 3; n++) {
    const sent = await sender.send({ url: receiver.url, headers: {}, body: "{}" });
    expect(sent).toMatchObject({ status: 200, error: null, body });
  }
  expect(connections.size).toBeLessThan(3);
});

it("a response may hold any bytes", async () => {
  const { sent } = await sendTo((_, response) => response.end(Buffer.from([0, 0xff, 0x41])));
  expect(sent.body).toBe("\ufffd\ufffdA");
});

it("hands on Retry-After", async () => {
  const { sent } = await sendTo((_, response) => {
    response.writeHead(429, { "retry-after": "7" }).end();
  });
  expect(sent).toMatchObject({ status: 429, retryAfter: "7" });
});

it("gives up on an endpoint that never responds", async () => {
  const { sent } = await sendTo(() => {}, SHORT);
  expect(sent).toMatchObject({ status: null, error: "no response within 15 seconds" });
});

it("gives up on an endpoint that accepts the connection and never finishes TLS", async () => {
  const server = createServer(() => {});
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const message = { url: `https://localhost:${port}/`, headers: {}, body: "{}" };
  const sent = await openSender(SHORT).send(message);
  expect(sent).toMatchObject({ status: null, error: "no connection within 5 seconds" });
});

it("takes the status of a response whose body never ends", async () => {
  const { sent } = await sendTo(
    (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 20);
      response.once("close", () => clearInterval(drip));
      // Long enough for the head of the response, also on a busy machine.
    },
    { connectMs: 5_000, exchangeMs: 2_000 },
  );
  expect(sent).toMatchObject({ status: 200, error: null });
  expect(sent.body).toMatch(/^\.+$/);
});

it("a URL that hangs takes no connection from another of the same host", async () => {
  const ports: number[] = [];
  const receiver = await openReceiver(({ url, socket }, response) => {
    if (url === "/hang") return;
    ports.push(socket.remotePort ?? 0);
    response.writeHead(204).end();
  });
  onTestFinished(receiver.close);
  const sender = openSender();
  const send = (path: string) =>
    sender.send({ url: new URL(path, receiver.url).href, headers: {}, body: "{}" });
  await send("/good");
  // Its connection is idle a moment after the response was read.
  await new Promise((resume) => setTimeout(resume, 20));
  void send("/hang");
  await expect.poll(() => receiver.received).toHaveLength(2);
  const portOfNext = () => send("/good").then(() => ports.at(-1));
  await expect.poll(portOfNext, { timeout: 2_000 }).toBe(ports[0]);
});

it("says why there was no response", async () => {
  const sender = openSender();
  const send = (url: string) => sender.send({ url, headers: {}, body: "{}" });
  const { url, close } = await openReceiver();
  close();
  expect(await send(url)).toMatchObject({ status: null, error: "connection refused" });
  const { sent } = await sendTo((request) => request.socket.destroy());
  expect(sent).toMatchObject({ status: null, error: "connection closed before a response" });
  const garbage = createServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n\r\n"));
  onTestFinished(() => void garbage.close());
  await new Promise<void>((listening) => garbage.listen(0, "127.0.0.1", listening));
  const address = garbage.address();
  const port = typeof address === "object" ? address?.port : 0;
  const odd = await send(`http://127.0.0.1:${port}/`);
  expect(odd).toMatchObject({ status: null, error: "the response is not valid HTTP" });
});

it.each([
  new Error("getaddrinfo ENOTFOUND db.internal"),
  Object.assign(new Error("connect EINVAL 10.0.0.5:443"), { code: "EINVAL" }),
  Object.assign(new Error("Client network socket disconnected"), { code: "UND_ERR_ODD" }),
  new AggregateError([Object.assign(new Error("10.0.0.5"), { code: "EACCES" })], "10.0.0.5"),
  "10.0.0.5",
])("repeats no text of a library or the system: %s", (error) => {
  expect(reasonOf(error)).toMatch(/^(the request failed|the response is not valid HTTP)$/);
});

it("a process that was stopped for longer than the timeout still takes the response", async () => {
  const { sent } = await sendTo(
    (_, response) => {
      setTimeout(() => stopThisProcess(2_000), 0);
      setTimeout(() => response.writeHead(204).end(), 1);
    },
    { connectMs: 1_000, exchangeMs: 1_000 },
  );
  expect(sent).toMatchObject({ status: 204 });
});

it.each([
  ["https:", 443],
  ["http:", 80],
])("connects to the usual port of %s if the URL names none", async (protocol, port) => {
  const connect = createConnector(policy, async () => [], 5_000);
  const target = { hostname: "127.0.0.1", host: "127.0.0.1", protocol, port: "" };
  // Usually nothing listens there, and the error names the port.
  const end = await new Promise<Socket | Error | null>((done) =>
    connect(target, (error, socket) => done(error ?? socket)),
  );
  onTestFinished(() => void (end instanceof Error || end?.destroy()));
  expect(end).toMatchObject(end instanceof Error ? { port } : { remotePort: port });
});
