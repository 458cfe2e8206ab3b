import { afterAll } from "vitest";
import { openRedis } from "../../stores/redis";
import { startRedis } from "../../testing/redis";

/** A redis-server for the tests of the file that calls this at its top level, and a store on it. */
export async function redisForTests() {
  const { url, stop } = await startRedis();
  const store = await openRedis({ url });
  afterAll(async () => {
    await store.close();
    await stop();
  });
  return { store, url };
}
