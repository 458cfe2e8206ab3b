import type { LimitStore } from "../rate-limit/store";
import { explainRedis, type StoreFault } from "./store-fault";

/** Calls what the limiter's script calls, for a key that expires at once. */
const PROBE: [string, ...string[]] = [
  "EVAL",
  "redis.call('TIME') redis.call('GET', KEYS[1]) return redis.call('SET', KEYS[1], '1', 'PX', 1)",
  "1",
  "lk:{probe}:write",
];

const OUT_OF_REACH: StoreFault = {
  problem: "the rate limit store is unreachable",
  cure: "Check REDIS_URL and that Redis is running. Until then, each process limits on its own.",
};

/** Finds the fault that keeps the limiter from its store; null if writes work. Leaves no data. */
export async function findRedisFault(store: LimitStore): Promise<StoreFault | null> {
  if (store.kind === "memory") return null;
  try {
    await store.redis.exec(PROBE);
    return null;
  } catch (error) {
    return explainRedis(error) ?? OUT_OF_REACH;
  }
}
