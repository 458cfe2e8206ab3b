import { writeFileSync } from "node:fs";
import { createServer as createHttps } from "node:https";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { type Certificate, newCertificate } from "../testing/certificate";
import { listening } from "../testing/listening";
import { temporaryFolder } from "../testing/processes";
import { spawnScript } from "../testing/script";
import { createAddressPolicy } from "./address-policy";
import { createSender } from "./send";

const EXCHANGE_MS = 400;
const SEND_ONCE = fileURLToPath(new URL("testing/send-once.ts", import.meta.url));

function openSender() {
  const settings = { allowedNetworks: [], allowedPorts: [], mayUseLoopback: true };
  const sender = createSender({
    policy: createAddressPolicy(settings),
    resolve: async () => [],
    patience: { connectMs: EXCHANGE_MS, exchangeMs: EXCHANGE_MS },
  });
  onTestFinished(() => sender.close());
  return sender;
}

/** A server that does this with each connection once a request has arrived. */
async function openServer(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  const { url, close } = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    close();
  });
  return `${url}/`;
}

/** Writes as fast as the other side reads, until it closes the connection. */
function flood(socket: Socket, text: string, start = ""): void {
  socket.write(start);
  const chunk = text.repeat(Math.ceil(65_536 / text.length));
  const write = () => {
    while (!socket.destroyed) if (!socket.write(chunk)) return void socket.once("drain", write);
  };
  write();
}

function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ""), 20);
  socket.once("close", () => clearInterval(timer));
}

/** All of it, in small parts, and without a pause: a slow machine must be in time. */
function dripOnce(socket: Socket, text: string): void {
  socket.setNoDelay();
  const next = (at: number) => {
    socket.write(text[at] ?? "");
    if (at + 1 < text.length) setImmediate(next, at + 1);
  };
  next(0);
}

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const LATE = "no response within 15 seconds";

it.each<[string, (socket: Socket) => void, number | null, string | null]>([
  ["headers one byte at a time", (s) => drip(s, "HTTP/1.1 200 OK\r\nx: y\r\n"), null, LATE],
  [
    "100 although it was not asked for",
    (s) => s.write(`HTTP/1.1 100 Continue\r\n\r\n${OK}`),
    200,
    null,
  ],
  [
    "100, 103 with headers, and 100 again",
    (s) => s.write(`${CONTINUE}HTTP/1.1 103 Hints\r\nlink: </100>\r\n\r\n${CONTINUE}${OK}`),
    200,
    null,
  ],
  ["100 and a response one byte at a time", (s) => dripOnce(s, `${CONTINUE}${OK}`), 200, null],
  ["100 and then nothing", (s) => s.write(CONTINUE), null, LATE],
  ["endless 100", (s) => flood(s, CONTINUE), null, "too many 1xx responses"],
  ["103 and then a response", (s) => s.write(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}`), 200, null],
  [
    "endless 1xx",
    (s) => flood(s, "HTTP/1.1 102 Processing\r\n\r\n"),
    null,
    "too many 1xx responses",
  ],
  [
    "101",
    (s) => s.write("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    null,
    "not valid HTTP",
  ],
  ["HTTP/1.0", (s) => s.end("HTTP/1.0 200 OK\r\n\r\nfine"), 200, null],
  [
    "endless headers",
    (s) => flood(s, "a: b\r\n", "HTTP/1.1 200 OK\r\n"),
    null,
    "the response's headers are too large",
  ],
  ["garbage in chunks", (s) => s.end(`${CHUNKED}zz\r\n`), 200, null],
  ["endless trailers", (s) => flood(s, "a: b\r\n", `${CHUNKED}0\r\n`), 200, null],
  ["half a body", (s) => s.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"), 200, null],
  ["half a header", (s) => s.end("HTTP/1.1 200 O"), null, "connection closed before a response"],
  [
    "two lengths",
    (s) => s.end("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"),
    null,
    "not valid HTTP",
  ],
  [
    "a status that does not exist",
    (s) => s.end("HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n"),
    999,
    null,
  ],
  ["another protocol", (s) => s.end("SSH-2.0-OpenSSH\r\n\r\n"), null, "not valid HTTP"],
])("survives %s", async (_, answer, status, error) => {
  const url = await openServer(answer);
  const sent = await openSender().send({ url, headers: {}, body: "{}" });
  expect(sent).toMatchObject({
    status,
    error: error === null ? null : expect.stringContaining(error),
  });
  expect(sent.body.length).toBeLessThanOrEqual(4_096);
});

it.each([
  ["reason", "HTTP/1.1 200 ", null],
  ["extension of a chunk", `${CHUNKED}1;`, 200],
])("stops reading an endless %s", async (_, start, status) => {
  const sockets: Socket[] = [];
  const url = await openServer((socket) => {
    sockets.push(socket);
    flood(socket, "a", start);
  });
  const error = status === null ? "the response is too large" : null;
  const sent = await openSender().send({ url, headers: {}, body: "{}" });
  expect(sent).toMatchObject({ status, error });
  // Most of it is in the buffers of the kernel.
  expect(sockets[0]?.bytesWritten).toBeLessThan(16 * 2 ** 20);
});

it("a second response to one request is not taken for that to the next", async () => {
  let requests = 0;
  const url = await openServer((socket) => {
    requests += 1;
    const forged = OK.replace("200", "201");
    socket.write(requests === 1 ? OK + forged : OK.replace("200", "500"));
  });
  const sender = openSender();
  const send = () => sender.send({ url, headers: {}, body: "{}" });
  expect((await send()).status).not.toBe(201);
  expect((await send()).status).toBe(500);
});

/** The results of sending to each URL, in a process that trusts these certificates. */
async function sendTrusting(certificates: readonly Certificate[], urls: readonly string[]) {
  const file = join(temporaryFolder("trusted"), "ca.pem");
  writeFileSync(file, certificates.map(({ cert }) => cert).join("\n"));
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: file };
  const child = spawnScript(SEND_ONCE, { args: [...urls], env });
  expect(await child.exited).toBe(0);
  return JSON.parse(child.output()) as { status: number | null; error: string | null }[];
}

it("sends only over TLS with a trusted and valid certificate of the host, also the second time", async () => {
  const certificates = {
    valid: newCertificate("DNS:localhost"),
    expired: newCertificate("DNS:localhost", { isExpired: true }),
    ofAnother: newCertificate("DNS:partner.example"),
    unknown: newCertificate("DNS:localhost"),
  };
  const requests: { name: string; isResumed: boolean }[] = [];
  const urls: string[] = [];
  for (const [name, { cert, key }] of Object.entries(certificates)) {
    const server = createHttps({ cert, key }, ({ socket }, response) => {
      requests.push({ name, isResumed: socket instanceof TLSSocket && socket.isSessionReused() });
      response.writeHead(204, { connection: "close" }).end();
    });
    const { port, close } = await listening(server);
    onTestFinished(close);
    urls.push(`https://localhost:${port}/`);
  }
  const { valid, expired, ofAnother } = certificates;
  const results = [
    { status: 204, error: null },
    { status: null, error: expect.stringContaining("expired") },
    { status: null, error: expect.stringContaining("for another host") },
    { status: null, error: expect.stringMatching(/self-signed/) },
  ];
  const twice = [...urls, ...urls];
  expect(await sendTrusting([valid, expired, ofAnother], twice)).toMatchObject([
    ...results,
    ...results,
  ]);
  // The second connection to a host needs no new key exchange with certificates.
  expect(requests).toEqual([
    { name: "valid", isResumed: false },
    { name: "valid", isResumed: true },
  ]);
});

it("a host that drops connections with a resumed session is reached by the next attempt", async () => {
  const certificate = newCertificate("DNS:localhost");
  const server = createHttps(certificate, (_, response) => {
    response.writeHead(204, { connection: "close" }).end();
  });
  server.on("secureConnection", (socket) => {
    if (socket.isSessionReused()) socket.destroy();
  });
  const { port, close } = await listening(server);
  onTestFinished(close);
  const url = `https://localhost:${port}/`;
  const sent = await sendTrusting([certificate], [url, url, url]);
  expect(sent.map(({ status }) => status)).toEqual([204, null, 204]);
});
