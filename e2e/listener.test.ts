import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlatform, type Platform } from "./support/platform";
import { type Product, startProduct } from "./support/product";
import { startRedis, type TestRedis } from "./support/redis";

// The built product over raw sockets. Its workers get their connections from the primary, so what
// holds for them does not depend on who accepted the connection.
let platform: Platform;
let redis: TestRedis;
let product: Product;

beforeAll(async () => {
  redis = await startRedis();
  platform = await openPlatform();
  const stores = { databaseUrl: platform.databaseUrl, redisUrl: redis.url };
  product = await startProduct({ ...stores, env: { WORKERS: "2" } });
}, 120_000);
afterAll(async () => {
  await product.stop();
  await platform.close();
  await redis.stop();
}, 60_000);

const open = () => connect(product.port, "127.0.0.1").on("error", () => {});

it("leaves no socket open after 10,000 upgrade requests", async () => {
  // Rendering a page takes most of the time, so only one request in fifty asks for one.
  const pages = ["/nope", "/sign-in"];
  const others = ["/api/v1/reseller/me", "/_next/static/nope"];
  const answered = new Set<string>();
  let sent = 0;
  const upgrade = (n: number) =>
    new Promise<void>((closed) => {
      const paths = n % 50 === 0 ? pages : others;
      const path = paths[Math.floor(n / 50) % 2] ?? "";
      const protocol = n % 3 === 0 ? "h2c" : "websocket";
      const socket = open().on("close", () => closed());
      const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${product.port}\r\n`;
      socket.write(`${head}connection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`);
      // Some do not wait for the response. The server must close its side either way.
      if (n % 4 === 3) return void socket.resume().end();
      socket.once("data", (data) => {
        if (/^HTTP\/1\.1 (200|401|404) /.test(String(data))) answered.add(path);
        socket.end();
      });
    });
  const client = async () => {
    while (sent < 10_000) await upgrade(sent++);
  };
  await Promise.all(Array.from({ length: 50 }, client));
  expect([...answered].sort()).toEqual([...pages, ...others].sort());
}, 120_000);
