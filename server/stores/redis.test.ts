import { createServer } from "node:net";
import { expect, it } from "vitest";
import { listening } from "../testing/listening";
import { freePort, stopThisProcess } from "../testing/processes";
import { startRedis } from "../testing/redis";
import { openRedis } from "./redis";

const ask = (store: Awaited<ReturnType<typeof openRedis>>) => store.redis.exec(["TIME"]);

it.each([false, true])(
  "a failed command names the Redis that was never reached, and the reason (cluster: %s)",
  async (cluster) => {
    const port = await freePort();
    const store = await openRedis({ url: `redis://:pa55word@127.0.0.1:${port}`, cluster });
    await expect(ask(store)).rejects.toThrow(`connect ECONNREFUSED 127.0.0.1:${port}`);
    await store.close();
  },
);

it("a failed command includes Redis's last message before it closed the connection, as in protected mode", async () => {
  const said =
    "DENIED Redis is running in protected mode, and no password is set for the default user";
  const guarded = createServer((socket) => socket.on("error", () => {}).end(`-${said}\r\n`));
  const { port, close } = await listening(guarded);
  const store = await openRedis({ url: `redis://127.0.0.1:${port}` });
  await expect(ask(store)).rejects.toThrow(said);
  await store.close();
  close();
});

it("a failed command names the lost Redis until it is reachable again", async () => {
  const redis = await startRedis();
  const store = await openRedis({ url: redis.url });
  await redis.kill9();
  await expect
    .poll(() => ask(store).catch(String), { timeout: 10_000 })
    .toContain(`ECONNREFUSED 127.0.0.1:${redis.port}`);
  await redis.restart();
  await expect.poll(() => ask(store), { timeout: 10_000 }).toHaveLength(2);
  await expect(store.redis.exec(["NONSENSE"])).rejects.toThrow("unknown command");
  await Promise.all([store.close(), redis.stop()]);
});

it.each([1_500, 5_000])(
  "accepts a response that arrived while this process was suspended for %i ms, and keeps the connection",
  async (stoppedMs) => {
    const redis = await startRedis();
    let reconnects = 0;
    const store = await openRedis({ url: redis.url, onReconnect: () => reconnects++ });
    const asked = ask(store);
    // By then the command is sent and its reply is not read yet.
    await Promise.resolve();
    stopThisProcess(stoppedMs);
    await expect(asked).resolves.toHaveLength(2);
    await expect(ask(store)).resolves.toHaveLength(2);
    expect(reconnects).toBe(0);
    await Promise.all([store.close(), redis.stop()]);
  },
);

it("replaces a connection that does not respond", async () => {
  const redis = await startRedis();
  let reconnects = 0;
  const store = await openRedis({ url: redis.url, onReconnect: () => reconnects++ });
  await redis.send("CLIENT PAUSE 6000 ALL");
  await expect(ask(store)).rejects.toThrow("Command timed out");
  await expect.poll(() => reconnects, { timeout: 15_000 }).toBeGreaterThan(0);
  await Promise.all([store.close(), redis.stop()]);
});
