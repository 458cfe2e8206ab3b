import { describe, expect, it } from "vitest";
import { openRedis } from "../stores/redis";
import { eventually } from "../testing/processes";
import { startRedis, type TestRedis } from "../testing/redis";
import { cleanups, limiterOn } from "./testing/limiter-for-tests";

/** Each outage of Redis: how it begins and ends. */
const OUTAGES: Record<string, { begin: Act; end: Act }> = {
  "is away": { begin: (redis) => redis.stop(), end: (redis) => redis.restart() },
  "does not respond": {
    begin: async (redis) => redis.pause(),
    end: async (redis) => redis.resume(),
  },
  "is full": {
    begin: (redis) => redis.send("CONFIG SET maxmemory 1"),
    end: (redis) => redis.send("CONFIG SET maxmemory 0"),
  },
  "is a read-only replica": {
    begin: (redis) => redis.send("REPLICAOF 127.0.0.1 1"),
    end: (redis) => redis.send("REPLICAOF NO ONE"),
  },
};
type Act = (redis: TestRedis) => Promise<void>;

/** Longer than an attempt to reach Redis, which takes up to a second. */
const PATIENCE_MS = 5_000;

async function redisServer(): Promise<TestRedis> {
  const redis = await startRedis();
  cleanups.push(async () => {
    redis.resume();
    await redis.stop();
  });
  return redis;
}

describe.each(Object.entries(OUTAGES))("while Redis %s", (_, { begin, end }) => {
  it("only a write that takes access away waits until no server can use older data", async () => {
    const redis = await redisServer();
    const { limiter, lines } = limiterOn(await openRedis({ url: redis.url }), PATIENCE_MS);
    await limiter.readEpoch("prt_1");
    await begin(redis);
    const done: string[] = [];
    const sinceMs = performance.now();
    const set = async (partnerId: string, narrows: boolean) => {
      await limiter.setEpoch(partnerId, { narrows });
      done.push(narrows ? "narrows" : "other");
    };
    const narrowing = set("prt_1", true);
    await Promise.all([set("prt_1", false), set("prt_2", false), set("prt_3", false)]);
    // The store is known to be out now.
    await Promise.all([set("prt_1", false), set("prt_4", false)]);
    expect(done).toEqual(Array.from({ length: 5 }, () => "other"));
    await narrowing;
    expect(performance.now() - sinceMs).toBeGreaterThanOrEqual(PATIENCE_MS - 10);
    expect(lines.filter(({ message }) => message.includes("access was taken away"))).toHaveLength(
      1,
    );
  });

  it("the epochs of other writes are set once it is back", async () => {
    const redis = await redisServer();
    const { limiter } = limiterOn(await openRedis({ url: redis.url }));
    const before = await limiter.readEpoch("prt_1");
    await begin(redis);
    await limiter.setEpoch("prt_1", { narrows: false });
    await end(redis);
    await eventually(async () => {
      const epoch = await limiter.readEpoch("prt_1");
      expect(epoch).not.toBeNull();
      expect(epoch).not.toBe(before);
    }, 10_000);
  });
});
