import type { Redis } from "@upstash/redis";
import { startRedis, type TestRedis } from "../e2e/support/redis";
import { model } from "../server/rate-limit/testing/deciders";
import { simulate } from "../server/rate-limit/testing/simulator";
import { byAddress, workers } from "../server/rate-limit/testing/workers";
import { openRedis } from "../server/stores/redis";
import { type Contender, contenders, PER_MINUTE, stockBucket } from "./limiter-contenders";
import { measureCost, measureHammered, scriptMicroseconds } from "./limiter-cost";
import { FLEXIBLE, measureFlexible, REAL_SECONDS } from "./limiter-real-time";
import { type Row, rowOf } from "./limiter-rows";
import { EVERY_WAY, type Scored, scoreboard } from "./limiter-scoreboard";
import { numberGiven, runBench, versionsOf } from "./run";

// Prints tables of the results of obedient workers under each algorithm, with the real libraries on
// a real Redis. Run with: npm run bench:limiter [-- --seconds 180]

const CROWDS = [1, 5, 20, 50, 200];
const SETTLED_FROM_SECONDS = 60;
/** Far longer than a normal run; ends a bench that hangs. */
const MAX_MS = 40 * 60_000;
const PACKAGES = ["@upstash/ratelimit", "@upstash/redis", "rate-limiter-flexible", "ioredis"];

async function measure(redis: Redis, contender: Contender, seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of CROWDS) {
    const decide = contender.decider(redis, `${contender.name}:${count}`);
    const before = await scriptMicroseconds(redis);
    const report = await simulate({
      decide,
      workers: workers(count, byAddress),
      perMinute: PER_MINUTE,
      seconds,
    });
    const after = await scriptMicroseconds(redis);
    const redisUs = (after.us - before.us) / (after.calls - before.calls);
    const settled: [number, number] = [SETTLED_FROM_SECONDS, seconds];
    rows.push(rowOf({ algorithm: contender.name, report, settled, redisUs }));
  }
  return rows;
}

/** The stock algorithm needs a round trip to Redis per decision: one seed, one way, no long row. */
function scored(redis: Redis): Scored[] {
  let runs = 0;
  const decider = () => {
    runs += 1;
    return stockBucket(redis, `scored:${runs}`);
  };
  return [
    { name: "stock tokenBucket, 0-40 ms", decider, seeds: [1], ways: ["usual"], isSlow: true },
    { name: "Latchkey", decider: model.decider, seeds: [1, 2, 3], ways: EVERY_WAY },
  ];
}

async function versions(redis: Redis): Promise<string> {
  const info = String(await redis.exec(["INFO", "server"]));
  const server = /(?:valkey|redis)_version:(\S+)/.exec(info)?.[1] ?? "of unknown version";
  return `${versionsOf(PACKAGES)}, Redis ${server}`;
}

function explanation(seconds: number): string {
  return `${PER_MINUTE} a minute after a burst of 50. Each worker sends its next request immediately when served, and
waits exactly Retry-After when not; 0-40 ms of jitter each way. ${seconds} s of virtual time, except:

rate-limiter-flexible counts by the expiry of Redis keys, so its five crowds ran side by side for
${REAL_SECONDS} s of real time; its Redis time is the mean over all five. It refills the burst at a fixed
interval: the 5 in 1 s + burst of 45 in 10 s that one would write settles at 570 a minute, so it
ran with the closest settings, 4 in 1 s + burst of 46 in 46 s. Its rate is that of the last 46 s.

The stock scripts ran without their first line, "#!lua flags=allow-key-locking", which stock
Redis refuses.`;
}

async function run(server: TestRedis, seconds: number): Promise<void> {
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const store = await openRedis({ url: server.url });
  const { redis } = store;
  const rows: Row[] = [];
  const ours = contenders.at(-1);
  for (const contender of contenders) {
    if (contender === ours) {
      say(`Measuring ${FLEXIBLE}, ${REAL_SECONDS} s ...`);
      rows.push(...(await measureFlexible({ redis, url: server.url, crowds: CROWDS })));
    }
    say(`Measuring ${contender.name} ...`);
    rows.push(...(await measure(redis, contender, seconds)));
  }
  const scores = await scoreboard(scored(redis), say);
  say("Measuring the time on Redis ...");
  const cost = await measureCost(redis);
  const hammered = await measureHammered(redis);
  console.log(`${await versions(redis)}\n\n${explanation(seconds)}`);
  console.table(rows);
  console.log(
    "\nRealistic clients, worst over the ways (0-5 ms, 0-40 ms, 50-300 ms, a tail to 2 s) and seeds:",
  );
  console.table(scores);
  console.log("\nRedis time per decision:");
  console.table(cost);
  console.log("\nOne key under attack, 16 decisions per call, over its caps:");
  console.table(hammered);
  await store.close();
}

async function main(): Promise<number> {
  const seconds = numberGiven("--seconds", 180);
  // Whole minutes, because some of the algorithms count by the minute.
  if (!(seconds % 60 === 0 && seconds > SETTLED_FROM_SECONDS && seconds <= 3600)) {
    console.error("--seconds must be a multiple of 60 from 120 to 3600.");
    return 2;
  }
  const server = await startRedis();
  try {
    await run(server, seconds);
    return 0;
  } finally {
    await server.stop();
  }
}

await runBench(main, MAX_MS);
