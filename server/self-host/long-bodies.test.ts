import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, expect, it } from "vitest";
import { charge, newSeller, shopForTests } from "../core/imports/testing/seller";
import { LONG_BODIES_OF_KEY } from "../rest/body-limits";
import { steppingClock } from "../testing/platform";
import { createApiListener } from "./api-listener";
import { openHttpServer } from "./http-server";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);
const httpServer = await openHttpServer({
  host: "127.0.0.1",
  port: 0,
  scheme: "http",
  onError: (error) => {
    throw error;
  },
});
afterAll(() => httpServer.close(0));
await httpServer.open(createApiListener(platform.wiring, async () => {}));
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function newBiller(): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  return (await platform.newPlatformKey({ scopes: ["charges:write"], expiresAt })).plaintext;
}

let sent = 0;
/** A batch with one charge, longer than usual bodies. */
async function newBatch(): Promise<string> {
  const { code } = await newSeller(platform);
  const { customer_external_id, ...one } = charge(`c-${sent++}`, 1);
  const item = { ...one, partner: code, account_external_id: customer_external_id };
  return JSON.stringify({ charges: [item] }).padEnd(70_000);
}

/** Sends the head of a request that records a batch of this length. */
function begin(key: string, length: number, ...headers: string[]): Socket {
  const socket = connect(httpServer.port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  const head = [
    "POST /api/v1/platform/charges HTTP/1.1",
    "host: 127.0.0.1",
    "connection: close",
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    `content-length: ${length}`,
    ...headers,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return socket;
}

async function record(key: string): Promise<string> {
  const batch = await newBatch();
  const socket = begin(key, batch.length);
  socket.write(batch);
  return text(socket);
}

it("senders that never finish a long body delay neither another key nor, if few, their own", async () => {
  const [slow, other] = [await newBiller(), await newBiller()];
  for (let n = 1; n < LONG_BODIES_OF_KEY; n++) begin(slow, 70_000).write("{");
  expect(await record(slow)).toMatch(/^HTTP\/1\.1 200 /);
  begin(slow, 70_000).write("{");
  expect(await record(other)).toMatch(/^HTTP\/1\.1 200 /);
});

it("a client that waits for a 100-continue before a long body gets it once the body is read", async () => {
  const batch = await newBatch();
  const waiting = begin(await newBiller(), batch.length, "expect: 100-continue");
  const [first] = await new Promise<Buffer[]>((resolve) =>
    waiting.once("data", (...chunks) => resolve(chunks)),
  );
  expect(String(first)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  waiting.write(batch);
  expect(await text(waiting)).toMatch(/^HTTP\/1\.1 200 /);
});
