import { afterEach } from "vitest";
import type { LimitQuestion } from "../codec";
import { createRateLimiter, type RateLimiter } from "../limiter";
import type { LimitStore } from "../store";
import type { Decided } from "../verdict";

/** What is to be ended after each test, the last first. */
export const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** What was logged. */
export type Line = { level: "info" | "warn"; message: string };

/** A limiter on this store until the test ends, and its log. */
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

const QUESTION: LimitQuestion = {
  keyId: "key_1",
  partnerId: "prt_1",
  client: "clientAA",
  request: "requestA",
  perMinute: 300,
  epoch: null,
};

let asked = 0;
/** Asks about a key of its own, unless `changes` names one, and takes the time. */
export async function ask(limiter: RateLimiter, changes: Partial<LimitQuestion> = {}) {
  asked += 1;
  const since = performance.now();
  const verdict = await limiter.decide({ ...QUESTION, keyId: `key_${asked}`, ...changes });
  return { ...(verdict as Decided), ms: performance.now() - since };
}
