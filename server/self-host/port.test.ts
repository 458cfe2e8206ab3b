import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { listen, probePort, stopListening } from "./port";

const PLACE = { host: "127.0.0.1", port: 0 };

test("connections that wait to be accepted when a server stops listening are all served", async () => {
  const server = createServer((socket) => socket.end("served"));
  const port = await listen(server, PLACE);
  const clients = Array.from({ length: 100 }, () => connect(port, "127.0.0.1"));
  const answers = clients.map((client) => text(client));
  // The kernel has accepted them all; the event loop has not run since.
  const untilMs = performance.now() + 200;
  while (performance.now() < untilMs) {}
  await stopListening(server);
  expect(await Promise.all(answers)).toEqual(clients.map(() => "served"));
  const late = connect(port, "127.0.0.1");
  await expect(text(late)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

const CONNECT_ONCE = `
const { connect } = require("node:net");
const { port, signal } = require("node:worker_threads").workerData;
Atomics.wait(signal, 0, 0);
const report = () => {
  Atomics.store(signal, 1, 1);
  Atomics.notify(signal, 1);
};
connect(port, "127.0.0.1", report).on("error", report).resume();`;

test("a connection that arrives after the last accept of a turn is accepted in the next one", async () => {
  let accepted = 0;
  const server = createServer((socket) => {
    accepted++;
    socket.end();
  });
  const port = await listen(server, PLACE);
  const signal = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(CONNECT_ONCE, { eval: true, workerData: { port, signal } });
  const ended = once(worker, "exit");
  await once(worker, "online");
  const connectAtEnd = () => {
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
    Atomics.wait(signal, 1, 0);
  };
  // One turn without a connection passes before.
  setImmediate(() => setImmediate(connectAtEnd));
  await stopListening(server);
  await ended;
  expect(accepted).toBe(1);
});

test("a free port is found without accepting connections, and a busy port is reported", async () => {
  const port = await probePort(PLACE);
  await expect(text(connect(port, "127.0.0.1"))).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await listen(server, { ...PLACE, port });
  await expect(probePort({ ...PLACE, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await stopListening(server);
});

const FLOOD = 1_000;
const CONNECT = `
const { connect } = require("node:net");
const { port, counts, flood } = require("node:worker_threads").workerData;
for (let n = 0; n < flood; n++) {
  const socket = connect(port, "127.0.0.1", () => {
    if (Atomics.add(counts, 0, 1) + 1 === flood) Atomics.notify(counts, 0);
  });
  socket.on("error", () => {});
}`;

test("a flood of connections that are not accepted yet leaves places for others", async () => {
  const server = createServer();
  const port = await listen(server, PLACE);
  const counts = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(CONNECT, { eval: true, workerData: { port, counts, flood: FLOOD } });
  await once(worker, "online");
  // This thread stands still, so that the server accepts nothing until then.
  const untilMs = performance.now() + 20_000;
  while (Atomics.load(counts, 0) < FLOOD && performance.now() < untilMs) {
    Atomics.wait(counts, 0, Atomics.load(counts, 0), 100);
  }
  expect(Atomics.load(counts, 0)).toBe(FLOOD);
  await worker.terminate();
  await stopListening(server);
}, 60_000);
