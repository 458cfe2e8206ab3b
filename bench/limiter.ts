import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { releaseEverything } from "../e2e/support/processes";
import { startRedis, type TestRedis } from "../e2e/support/redis";
import { distinct, identical, mark } from "../server/rate-limit/testing/crowds";
import { luaDecider } from "../server/rate-limit/testing/deciders";
import {
  type Decider,
  ratePerMinute,
  secondRefusalShare,
  simulate,
  total,
  worstExcess,
} from "../server/rate-limit/testing/simulate";
import { openRedis } from "../server/stores/redis";

// Prints one table: what obedient workers meet under each algorithm, from the real libraries on a
// real Redis, in virtual time. Run with: npx tsx bench/limiter.ts [--seconds 180]

const PER_MINUTE = 300;
const CROWDS = [1, 5, 20, 50, 200];
const COST_CALLS = 1_000;
const COST_ROUNDS = 15;

type Contender = { name: string; decider: (redis: Redis, key: string) => Decider };

/**
 * The library's own scripts begin with a line that only Upstash knows and stock Redis refuses.
 * This drops it on the way to the server and changes nothing else.
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
// The stock algorithms take the time from here.
Date.now = () => virtualMs ?? realNow();

function stock(
  name: string,
  limiter: ConstructorParameters<typeof Ratelimit>[0]["limiter"],
): Contender {
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

/** The generic cell rate algorithm as throttled and redis-cell have it. */
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

const contenders: Contender[] = [
  stock("slidingWindow(300, 60 s)", Ratelimit.slidingWindow(PER_MINUTE, "60 s")),
  stock("tokenBucket(5, 1 s, 50)", Ratelimit.tokenBucket(5, "1 s", 50)),
  stock("fixedWindow(300, 60 s)", Ratelimit.fixedWindow(PER_MINUTE, "60 s")),
  gcra,
  { name: "reserving bucket", decider: luaDecider },
];

type Row = Record<string, string | number>;

async function measure(redis: Redis, contender: Contender, seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of CROWDS) {
    const key = `${contender.name}:${count}`;
    const decide = contender.decider(redis, key);
    const workers = distinct(count);
    const before = await scriptMicroseconds(redis);
    const report = await simulate({ decide, workers, perMinute: PER_MINUTE, seconds });
    const after = await scriptMicroseconds(redis);
    rows.push({
      algorithm: contender.name,
      workers: count,
      "refused twice": percent(secondRefusalShare(report)),
      "of retries": total(report.retries),
      "settles at /min": Math.round(ratePerMinute(report, 60, seconds)),
      "served, least - most": `${Math.min(...report.served)} - ${Math.max(...report.served)}`,
      "over 50 + 5/s by": Math.max(0, Math.ceil(worstExcess(report, PER_MINUTE))),
      "Redis us a decision": ((after.us - before.us) / (after.calls - before.calls)).toFixed(1),
    });
  }
  return rows;
}

/** Redis time of scripts so far, and how many there were. */
async function scriptMicroseconds(redis: Redis): Promise<{ calls: number; us: number }> {
  const info = String(await redis.exec(["INFO", "commandstats"]));
  const sum = { calls: 0, us: 0 };
  for (const match of info.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+),usec=(\d+)/g)) {
    sum.calls += Number(match[1]);
    sum.us += Number(match[2]);
  }
  return sum;
}

/** Ours as in production, with the server's time, against stock tokenBucket; both always admit. */
async function measureCost(redis: Redis): Promise<Row[]> {
  const plenty = 60_000_000;
  const bucket = Ratelimit.tokenBucket(plenty, "1 s", plenty);
  const ask = { client: "clientAA", request: "requestA", perMinute: plenty };
  const stockDecide = stock("tokenBucket", bucket).decider(redis, "cost");
  const ours = luaDecider(redis, "cost");
  const crowded = luaDecider(redis, "crowded");
  const crowd = distinct(250).map(({ client }) => client);
  const contenders: [string, () => unknown][] = [
    ["stock tokenBucket, one caller", () => stockDecide(ask, realNow() * 1_000)],
    ["reserving bucket, one caller", () => ours(ask, 0)],
  ];
  const us = new Map<string, number[]>();
  for (let round = 0; round < COST_ROUNDS; round += 1) {
    for (const [name, decide] of contenders) {
      us.set(name, [...(us.get(name) ?? []), await costOf(redis, decide, COST_CALLS)]);
    }
  }
  for (const client of crowd) await crowded({ ...ask, client, perMinute: PER_MINUTE }, 0);
  let next = 0;
  const newcomer = () => {
    next += 1;
    const client = mark("n", next);
    return crowded({ ...ask, client, perMinute: PER_MINUTE }, 0);
  };
  us.set("reserving bucket, 200 waiting", [await costOf(redis, newcomer, 20)]);
  return [...us].map(([name, values]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    return {
      case: name,
      "Redis us, least": (sorted[0] ?? 0).toFixed(2),
      median: median.toFixed(2),
    };
  });
}

/** Mean Redis time of some calls of the script. */
async function costOf(redis: Redis, decide: () => unknown, calls: number): Promise<number> {
  const before = await scriptMicroseconds(redis);
  for (let n = 0; n < calls; n += 1) await decide();
  const after = await scriptMicroseconds(redis);
  return (after.us - before.us) / (after.calls - before.calls);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.01 ? 2 : 0)} %`;
}

async function run(server: TestRedis): Promise<void> {
  const seconds = Number(process.argv[process.argv.indexOf("--seconds") + 1]) || 180;
  const store = await openRedis({ url: server.url });
  const rows: Row[] = [];
  for (const contender of contenders)
    rows.push(...(await measure(store.redis, contender, seconds)));
  console.log(`${seconds} s of virtual time, ${PER_MINUTE} a minute; each worker sends its next request at
once when served, waits exactly Retry-After when not; 0-40 ms of jitter each way. The stock
scripts run without their first line, "#!lua flags=allow-key-locking", which stock Redis refuses.
rate-limiter-flexible is left out where it is not installed.\n`);
  console.table(rows);
  const alike: Row[] = [];
  for (const count of [5, 10, 20, 50]) {
    const decide = luaDecider(store.redis, `alike${count}`);
    const report = await simulate({
      decide,
      workers: identical(count),
      perMinute: 300,
      seconds: 600,
    });
    alike.push({ workers: count, "refused twice": percent(secondRefusalShare(report)) });
  }
  console.log("\nThe reserving bucket with workers that nothing tells apart, 600 s:");
  console.table(alike);
  console.log("\nRedis time a decision:");
  console.table(await measureCost(store.redis));
  await store.close();
}

const server = await startRedis();
try {
  await run(server);
} finally {
  await server.stop();
  await releaseEverything();
}
