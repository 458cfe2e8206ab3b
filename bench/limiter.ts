import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { luaDecider } from "../server/rate-limit/testing/deciders";
import {
  ratePerMinute,
  returnsOf,
  secondRefusalShare,
  servedByWorker,
  worstExcess,
} from "../server/rate-limit/testing/measures";
import { type Decider, simulate } from "../server/rate-limit/testing/simulator";
import { byAddress, workers } from "../server/rate-limit/testing/workers";
import { openRedis } from "../server/stores/redis";
import { startRedis } from "../server/testing/redis";
import { numberGiven, runBench, versionsOf } from "./run";

// Prints a table of the results of workers that wait exactly Retry-After, in virtual time, under
// each algorithm on a real Redis. Run with: npm run bench:limiter [-- --seconds 180]

const PER_MINUTE = 300;
const CROWDS = [1, 5, 20, 50, 200];
const SETTLED_FROM_SECONDS = 60;
/** Far longer than a normal run; ends a bench that hangs. */
const MAX_MS = 40 * 60_000;

type NewDecider = (redis: Redis, key: string) => Decider;

const ALGORITHMS: Record<string, NewDecider> = {
  "@upstash/ratelimit slidingWindow(300, 60 s)": stock(Ratelimit.slidingWindow(PER_MINUTE, "60 s")),
  "@upstash/ratelimit tokenBucket(5, 1 s, 50)": stock(Ratelimit.tokenBucket(5, "1 s", 50)),
  Latchkey: luaDecider,
};

/** One of the library's own algorithms. They read the time from Date.now(). */
function stock(limiter: ConstructorParameters<typeof Ratelimit>[0]["limiter"]): NewDecider {
  const realNow = Date.now;
  const options = { limiter, ephemeralCache: false, analytics: false, timeout: 0 } as const;
  return (redis, key) => {
    const ratelimit = new Ratelimit({ redis: withoutShebang(redis), ...options });
    return async (_, nowUs) => {
      const nowMs = nowUs / 1_000;
      Date.now = () => nowMs;
      const { success, reset } = await ratelimit.limit(key);
      Date.now = realNow;
      const wait = Math.max(1, Math.ceil((reset - nowMs) / 1_000));
      return { admitted: success, retryAfterSeconds: success ? 0 : wait };
    };
  };
}

/**
 * The library's scripts begin with a line that only Upstash supports and stock Redis rejects. This
 * removes it from each command and changes nothing else.
 */
function withoutShebang(redis: Redis): Redis {
  const known = new Map<string, string>();
  const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
  const replaced: Partial<Redis> = {
    async evalsha<A extends unknown[], T>(sha: string, keys: string[], args: A): Promise<T> {
      const bare = known.get(sha);
      if (bare === undefined) throw new Error("NOSCRIPT");
      return redis.evalsha<A, T>(bare, keys, args);
    },
    async eval<A extends unknown[], T>(text: string, keys: string[], args: A): Promise<T> {
      const bare = text.replace(/^#!.*\n/, "");
      known.set(sha1(text), sha1(bare));
      return redis.eval<A, T>(bare, keys, args);
    },
  };
  return new Proxy(redis, {
    get: (target, name) => Reflect.get(name in replaced ? replaced : target, name),
  });
}

/** A row of the table: the results of one crowd of workers. */
async function measure(algorithm: string, decide: Decider, count: number, seconds: number) {
  const crowd = workers(count, byAddress);
  const report = await simulate({ decide, workers: crowd, perMinute: PER_MINUTE, seconds });
  const settled = { fromSecond: SETTLED_FROM_SECONDS, toSecond: seconds };
  const served = servedByWorker(report);
  return {
    algorithm,
    workers: count,
    "refused twice": percent(secondRefusalShare(report)),
    "of retries": returnsOf(report).all,
    "settles at /min": Math.round(ratePerMinute(report, settled)),
    "served, least - most": `${Math.min(...served)} - ${Math.max(...served)}`,
    "over 50 + 5/s by": Math.max(0, Math.ceil(worstExcess(report, PER_MINUTE))),
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.01 ? 2 : 0)}%`;
}

async function measureAll(url: string, seconds: number): Promise<void> {
  const { redis, close } = await openRedis({ url });
  const rows: object[] = [];
  for (const [name, decider] of Object.entries(ALGORITHMS)) {
    for (const count of CROWDS) {
      process.stderr.write(`Measuring ${name}, ${count} workers ...\n`);
      rows.push(await measure(name, decider(redis, `${name}:${count}`), count, seconds));
    }
  }
  console.log(`${versionsOf(["@upstash/ratelimit", "@upstash/redis"])}

${PER_MINUTE} a minute after a burst of 50. Each worker sends its next request immediately when served, and
waits exactly Retry-After when not; 0-40 ms of jitter each way; ${seconds} s of virtual time. The
library's scripts ran without their first line, which stock Redis refuses.`);
  console.table(rows);
  await close();
}

async function main(): Promise<number> {
  const seconds = numberGiven("--seconds", 180);
  // Whole minutes, because the sliding window counts by the minute.
  if (!(seconds % 60 === 0 && seconds > SETTLED_FROM_SECONDS && seconds <= 3600)) {
    console.error("--seconds must be a multiple of 60 from 120 to 3600.");
    return 2;
  }
  const server = await startRedis();
  try {
    await measureAll(server.url, seconds);
    return 0;
  } finally {
    await server.stop();
  }
}

await runBench(main, MAX_MS);
