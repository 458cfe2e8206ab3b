import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listeningServer, newHttpServer } from "./testing/http-servers";

const BOUND_MS = 10_000;
test("accepts no connections until the server is ready, so that a proxy uses another one", async () => {
  const httpServer = await newHttpServer();
  const url = `http://127.0.0.1:${httpServer.port}`;
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  await httpServer.open(async (_, response) => void response.end("served"));
  expect((await fetch(url)).status).toBe(200);
});

test("a draining server responds and closes each connection after its response", async () => {
  const { url, drain } = await listeningServer();
  expect((await fetch(url)).headers.get("connection")).toBe("keep-alive");
  drain();
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
});

test("a busy port is reported immediately", async () => {
  const { port } = await listeningServer();
  await expect(newHttpServer({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

/** Whether the port accepts connections. */
const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(Boolean(socket.destroy())));
    socket.once("error", () => resolve(false));
  });

test("closing waits for open requests and accepts no new ones", async () => {
  const { port, url, open, close } = await listeningServer();
  let finish = () => {};
  const entered = new Promise<void>((arrived) =>
    open(async (_, response) => {
      arrived();
      await new Promise<void>((done) => {
        finish = done;
      });
      response.end("done");
    }),
  );
  const inside = fetch(url).then((response) => response.text());
  await entered;
  const closing = close(BOUND_MS);
  await expect.poll(() => isOpen(port)).toBe(false);
  finish();
  expect(await inside).toBe("done");
  const startedAt = Date.now();
  await closing;
  expect(Date.now() - startedAt).toBeLessThan(BOUND_MS / 2);
});

test("closes a request that does not end in time", async () => {
  const { url, open, close } = await listeningServer();
  const entered = new Promise<void>((arrived) => open(async () => arrived()));
  const inside = fetch(url);
  inside.catch(() => {});
  await entered;
  await close(100);
  await expect(inside).rejects.toThrow();
});

test("responds to a request on a connection that was idle when closing began, then closes it", async () => {
  const { port, open, close } = await listeningServer();
  open(async (_, response) => void response.end("served"));
  const socket = connect(port, "127.0.0.1");
  const ask = () => socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  ask();
  await new Promise((done) => socket.once("data", done));
  const startedAt = performance.now();
  const closing = close(BOUND_MS);
  ask();
  expect(await text(socket)).toMatch(/connection: close[\s\S]*served/i);
  await closing;
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MS / 2);
});

test("a server slower than its clients stops listening soon and responds to each accepted one", async () => {
  const { port, open, close } = await listeningServer();
  const BUSY_MS = 8;
  const EVERY_MS = 4;
  open(async (_, response) => {
    const untilMs = performance.now() + BUSY_MS;
    while (performance.now() < untilMs) {}
    response.end("served");
  });
  const answers: Promise<string>[] = [];
  const ask = () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    answers.push(text(socket).catch((error: NodeJS.ErrnoException) => error.code ?? "broken"));
  };
  // Two in each turn of a server that accepts one: so also on a machine that is slow itself.
  const timer = setInterval(() => {
    ask();
    ask();
  }, EVERY_MS);
  await expect.poll(() => answers.length).toBeGreaterThan(100);
  const closing = close(60_000);
  await expect.poll(() => isOpen(port), { timeout: BOUND_MS }).toBe(false);
  clearInterval(timer);
  await closing;
  const outcomes = new Set((await Promise.all(answers)).map((each) => each.split("\r\n").at(-1)));
  expect([...outcomes].sort()).toEqual(["ECONNREFUSED", "served"]);
});
