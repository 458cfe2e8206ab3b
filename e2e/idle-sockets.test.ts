import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { MAX_CONNECTIONS } from "../server/self-host/http-server";
import { startProduct } from "../server/testing/product";

// Thousands of connections with one request each and then silence, in real numbers: this process
// and the server's need a limit of more than 10,000 descriptors each.
const EXTRA = 50;
const AT_ONCE = 100;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Client = { socket: Socket; isClosed: boolean; answer: Promise<string> };

/** Connects, sends one request, and stays open. */
function open(port: number): Client {
  const socket = connect({ port, host: "127.0.0.1" });
  closers.push(() => socket.destroy());
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(String(data).split("\r\n")[0] ?? ""));
    socket.once("close", () => resolve("closed"));
  });
  const client = { socket, isClosed: false, answer };
  socket.on("error", () => {});
  socket.on("close", () => {
    client.isClosed = true;
  });
  socket.write(`GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  return client;
}

/** Opens many, each after its answer idle; returns them in the order of their answers. */
async function openMany(port: number, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  while (clients.length < count) {
    const size = Math.min(AT_ONCE, count - clients.length);
    const next = Array.from({ length: size }, () => open(port));
    await Promise.all(next.map(({ answer }) => answer));
    clients.push(...next);
  }
  return clients;
}

const SERVED = "HTTP/1.1 200 OK";

it("serves newcomers beside as many idle connections as the server keeps, and closes the longest idle", async () => {
  const product = await startProduct();
  closers.push(() => product.stop());
  const idle = await openMany(product.port, MAX_CONNECTIONS + EXTRA);
  expect(new Set(await Promise.all(idle.map(({ answer }) => answer)))).toEqual(new Set([SERVED]));
  const newcomers: Client[] = [];
  for (let n = 0; n < EXTRA; n++) {
    const startedMs = performance.now();
    const newcomer = open(product.port);
    expect(await newcomer.answer).toBe(SERVED);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    newcomers.push(newcomer);
  }
  const closed = () => idle.filter(({ isClosed }) => isClosed).length;
  await expect.poll(closed).toBeGreaterThanOrEqual(EXTRA);
  // Those of one batch become idle in any order. The startup check's own connection may be one.
  const gone = idle.slice(0, 2 * EXTRA + AT_ONCE).filter(({ isClosed }) => isClosed).length;
  expect(gone).toBe(closed());
  expect(closed()).toBeLessThanOrEqual(2 * EXTRA + 5);
  expect(newcomers.filter(({ isClosed }) => isClosed)).toEqual([]);
  expect(idle.at(-1)?.isClosed).toBe(false);
});
