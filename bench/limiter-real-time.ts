import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "@upstash/redis";
import { Redis as TcpRedis } from "ioredis";
import { BurstyRateLimiter, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Answer, Report } from "../server/rate-limit/testing/simulator";
import { scriptMicroseconds } from "./limiter-cost";
import { type Row, rowOf } from "./limiter-rows";

const JITTER_MS = 40;
export const REAL_SECONDS = 60;

/**
 * Its burst bucket refills at a fixed interval, not after silence. So 4 per second and 46 more per
 * 46 s are its closest match to 300 per minute after a burst of 50.
 */
const STEADY = { points: 4, duration: 1 };
const BURST = { points: 46, duration: 46 };
export const FLEXIBLE = "rate-limiter-flexible, 4 in 1 s + burst of 46 in 46 s";

/**
 * It counts by the expiration of keys in Redis, which needs real time, so all crowds run at once.
 */
export async function measureFlexible(options: {
  redis: Redis;
  url: string;
  crowds: readonly number[];
}): Promise<Row[]> {
  const { redis, url, crowds } = options;
  const client = new TcpRedis(url);
  const limiter = new BurstyRateLimiter(
    new RateLimiterRedis({ storeClient: client, keyPrefix: "steady", ...STEADY }),
    new RateLimiterRedis({ storeClient: client, keyPrefix: "burst", ...BURST }),
  );
  const before = await scriptMicroseconds(redis);
  const reports = await Promise.all(
    crowds.map((workers) => runCrowd(workers, () => ask(limiter, `crowd-${workers}`))),
  );
  const after = await scriptMicroseconds(redis);
  client.disconnect();
  const decisions = reports.reduce((sum, report) => sum + report.decisions, 0);
  const redisUs = (after.us - before.us) / decisions;
  const settled: [number, number] = [REAL_SECONDS - BURST.duration, REAL_SECONDS];
  return reports.map((report) => rowOf({ algorithm: FLEXIBLE, report, settled, redisUs }));
}

async function ask(limiter: BurstyRateLimiter, key: string): Promise<Answer> {
  try {
    await limiter.consume(key);
    return { admitted: true, retryAfterSeconds: 0 };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return {
      admitted: false,
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
    };
  }
}

/** The simulation's workers on a real clock. */
async function runCrowd(workers: number, decide: () => Promise<Answer>): Promise<Report> {
  const report: Report = { workers, served: [], returns: [], told: [], decisions: 0 };
  const startMs = performance.now();
  const work = (worker: number) => runWorker({ worker, report, startMs, decide });
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return report;
}

async function runWorker(options: {
  worker: number;
  report: Report;
  startMs: number;
  decide: () => Promise<Answer>;
}): Promise<void> {
  const { worker, report, startMs, decide } = options;
  let hasWaited = false;
  for (;;) {
    await sleep(Math.random() * JITTER_MS);
    const atMs = performance.now() - startMs;
    if (atMs >= REAL_SECONDS * 1_000) return;
    const { admitted, retryAfterSeconds } = await decide();
    const atUs = (performance.now() - startMs) * 1_000;
    report.decisions += 1;
    if (hasWaited) report.returns.push({ atUs, worker, isRefused: !admitted });
    hasWaited = !admitted;
    if (admitted) report.served.push({ atUs, worker, waitedUs: 0 });
    const leftMs = REAL_SECONDS * 1_000 - (performance.now() - startMs);
    const waitMs = retryAfterSeconds * 1_000 + Math.random() * JITTER_MS;
    await sleep(Math.max(0, Math.min(waitMs, leftMs)));
  }
}
