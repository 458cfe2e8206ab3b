import { afterEach, expect } from "vitest";
import type { LimitQuestion } from "../codec";
import { createRateLimiter, type RateLimiter } from "../limiter";
import type { LimitStore } from "../store";
import type { Decided } from "../verdict";
import { newQuestion } from "./questions";

/** Cleanups to run after each test, last first. */
export const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/**
 * The longest that any request waits: the timeout is a second, and Redis connections are closed
 * after three.
 */
export const MAX_MS = 2_500;

/**
 * A request that still tries the store waits for the store's own timeout, at least 500 ms. However
 * busy the machine is, one of several spared requests is faster than that.
 */
const SPARED_MS = 400;
const TRIES = 5;

/** A logged line. */
export type Line = { level: "info" | "warn"; message: string };

/** A limiter on this store until the test ends, and its log lines. */
export function limiterOn(
  store: LimitStore,
  patienceMs?: number,
): { limiter: RateLimiter; lines: Line[] } {
  const lines: Line[] = [];
  const log = {
    info: (_: object, message: string) => void lines.push({ level: "info", message }),
    warn: (_: object, message: string) => void lines.push({ level: "warn", message }),
  };
  const limiter = createRateLimiter({ store, log, ...(patienceMs ? { patienceMs } : {}) });
  cleanups.push(() => limiter.close());
  return { limiter, lines };
}

/** Asks about a new key, unless `changes` names one, and measures the time. */
export async function ask(limiter: RateLimiter, changes: Partial<LimitQuestion> = {}) {
  const since = performance.now();
  const verdict = await limiter.decide(newQuestion({ partnerId: "prt_1", ...changes }));
  return { ...(verdict as Decided), ms: performance.now() - since };
}

/** Expects that requests do not wait for a store that is out. */
export async function expectSpared(question: () => Promise<{ ms: number }>): Promise<void> {
  const times: number[] = [];
  while (times.length < TRIES && !times.some((ms) => ms < SPARED_MS)) {
    times.push((await question()).ms);
  }
  expect(Math.min(...times)).toBeLessThan(SPARED_MS);
}
