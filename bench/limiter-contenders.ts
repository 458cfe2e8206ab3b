import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { luaDecider } from "../server/rate-limit/testing/deciders";
import type { Decider } from "../server/rate-limit/testing/simulator";

export const PER_MINUTE = 300;

export type Contender = { name: string; decider: (redis: Redis, key: string) => Decider };

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

let virtualMs: number | null = null;
const realNow = Date.now.bind(Date);
// The stock algorithms read the time from here.
Date.now = () => virtualMs ?? realNow();

type StockLimiter = ConstructorParameters<typeof Ratelimit>[0]["limiter"];

export function stock(name: string, limiter: StockLimiter): Contender {
  return {
    name: `@upstash/ratelimit ${name}`,
    decider: (redis, key) => {
      const ratelimit = new Ratelimit({
        redis: withoutShebang(redis),
        limiter,
        ephemeralCache: false,
        analytics: false,
        timeout: 0,
      });
      return async (_, nowUs) => {
        virtualMs = nowUs / 1_000;
        const { success, reset } = await ratelimit.limit(key);
        const wait = Math.max(1, Math.ceil((reset - virtualMs) / 1_000));
        virtualMs = null;
        return { admitted: success, retryAfterSeconds: success ? 0 : wait };
      };
    },
  };
}

const GCRA = `
local T, burst, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local tat = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local allowAt = tat + T - burst * T
if allowAt > now then return {0, math.ceil((allowAt - now) / 1000)} end
redis.call('SET', KEYS[1], string.format('%.0f', tat + T), 'PX', math.ceil((tat + T - now) / 1000) + 1000)
return {1, 0}`;

/** The generic cell rate algorithm, as throttled and redis-cell implement it. */
const gcra: Contender = {
  name: "GCRA, as throttled and redis-cell",
  decider: (redis, key) => {
    const sha = redis.scriptLoad(GCRA);
    return async (_, nowUs) => {
      const args = [60_000_000 / PER_MINUTE, PER_MINUTE / 6, nowUs];
      const [admitted = 0, waitMs = 0] = await redis.evalsha<number[], number[]>(
        await sha,
        [key],
        args,
      );
      const retryAfterSeconds = admitted ? 0 : Math.max(1, Math.ceil(waitMs / 1_000));
      return { admitted: admitted === 1, retryAfterSeconds };
    };
  },
};

/** The contenders whose clock can be set, so that they are measured in virtual time. */
export const contenders: Contender[] = [
  stock("slidingWindow(300, 60 s)", Ratelimit.slidingWindow(PER_MINUTE, "60 s")),
  stock("tokenBucket(5, 1 s, 50)", Ratelimit.tokenBucket(5, "1 s", 50)),
  stock("fixedWindow(300, 60 s)", Ratelimit.fixedWindow(PER_MINUTE, "60 s")),
  gcra,
  { name: "Latchkey", decider: luaDecider },
];

/**
 * Stock tokenBucket with our burst and rate, for the scoreboard. Keeps the limit of its first call.
 */
export function stockBucket(redis: Redis, key: string): Decider {
  let decide: Decider | null = null;
  return (ask, nowUs) => {
    const { perMinute } = ask;
    const burst = Math.max(1, Math.floor(perMinute / 6));
    const [refill, interval] =
      perMinute >= 60
        ? ([perMinute / 60, "1 s"] as const)
        : ([1, `${60_000 / perMinute} ms`] as const);
    const bucket = Ratelimit.tokenBucket(refill, interval, burst);
    decide ??= stock("tokenBucket", bucket).decider(redis, key);
    return decide(ask, nowUs);
  };
}
