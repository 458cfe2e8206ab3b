import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { stopThisProcess } from "../testing/processes";
import { type HttpServer, openHttpServer } from "./http-server";

// The process is stopped and continued, as in a suspended machine: timers that are due by then run
// before anything that has arrived is read.

const REQUEST = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
const KEEP_ALIVE_MS = 200;
const CLOSING_MS = 1_000;
/** Longer than each of the timeouts, including the second that Node adds to the first. */
const STOPPED_MS = 2_000;

type Handler = Parameters<HttpServer["open"]>[0];
let httpServer: HttpServer;
let handler: Handler;
afterEach(() => httpServer.close(0));

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

async function opened() {
  const patience = {
    keepAliveMs: KEEP_ALIVE_MS,
    headersMs: 500,
    requestMs: 1_000,
    checkEveryMs: 100,
  };
  const onError = (error: unknown) => expect.unreachable(String(error));
  httpServer = await openHttpServer({
    host: "127.0.0.1",
    port: 0,
    scheme: "http",
    onError,
    patience,
  });
  await httpServer.open((request, response) => handler(request, response));
  return connect(httpServer.port, "127.0.0.1");
}

test("responds to a request on an idle connection", async () => {
  const socket = (await opened()).setEncoding("utf8");
  handler = async (_, response) => void response.end("served");
  const answers = socket[Symbol.asyncIterator]();
  socket.write(REQUEST);
  expect((await answers.next()).value).toContain("served");
  socket.write(REQUEST);
  stopThisProcess(STOPPED_MS);
  expect((await answers.next()).value).toContain("served");
  socket.destroy();
});

test.each([
  ["a new connection", ""],
  ["a connection with half of the request", REQUEST.slice(0, 20)],
])("responds to a request over %s", async (_, begun) => {
  const socket = (await opened()).setEncoding("utf8");
  handler = async (_request, response) => void response.end("served");
  const answers = socket[Symbol.asyncIterator]();
  const [connection]: Socket[] = await once(httpServer.server, "connection");
  socket.write(begun);
  while ((connection?.bytesRead ?? 0) < begun.length) await pause(5);
  socket.write(REQUEST.slice(begun.length));
  stopThisProcess(STOPPED_MS);
  expect((await answers.next()).value).toContain("served");
  socket.destroy();
});

test("an open request keeps its remaining time during a shutdown", async () => {
  const socket = await opened();
  const arrived = new Promise<ServerResponse>((done) => {
    handler = async (_, response) => done(response);
  });
  socket.write(REQUEST);
  const answer = text(socket);
  const response = await arrived;
  const closed = httpServer.close(CLOSING_MS);
  await pause(CLOSING_MS / 2);
  stopThisProcess(STOPPED_MS);
  await pause(0);
  response.end("served");
  expect(await answer).toContain("served");
  await closed;
});
