import { afterAll, beforeAll } from "vitest";
import { openRedis } from "../../stores/redis";
import { startRedis, type TestRedis } from "../../testing/redis";
import type { LimitStore } from "../store";

/** Starts a redis-server for the tests of this file, and a store on it. */
export function redisForTests(): { store: () => LimitStore; url: () => string } {
  let server: TestRedis | undefined;
  let store: LimitStore | undefined;
  beforeAll(async () => {
    server = await startRedis();
    store = await openRedis({ url: server.url });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });
  return {
    store: () => {
      if (store === undefined) throw new Error("The tests have not begun");
      return store;
    },
    url: () => {
      if (server === undefined) throw new Error("The tests have not begun");
      return server.url;
    },
  };
}
