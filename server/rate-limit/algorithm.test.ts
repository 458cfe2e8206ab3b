import { Ratelimit } from "@upstash/ratelimit";
import { describe, expect, it, vi } from "vitest";
import { reservingBucket } from "./algorithm";
import { encodeQuestions, epochKey } from "./codec";
import { newEpoch } from "./epoch";
import { scriptFor } from "./script";
import type { LimitStore } from "./store";
import { newQuestion } from "./testing/questions";
import { redisForTests } from "./testing/redis-for-tests";

const { store } = await redisForTests();

function limiterOn({ redis }: Pick<LimitStore, "redis">, locksKeys = false) {
  const limiter = reservingBucket({ locksKeys, nowUs: () => 1_800_000_000_000_000 });
  return new Ratelimit({ redis, limiter, prefix: "lk", ephemeralCache: false, timeout: 0 });
}

describe("the algorithm behind the library's own functions", () => {
  it("returns the remaining tokens without taking any, for any epoch", async () => {
    const limiter = limiterOn(store);
    const question = newQuestion();
    const identifier = encodeQuestions([{ ...question, epoch: newEpoch() }]);
    expect((await limiter.limit(encodeQuestions([question]))).remaining).toBe(49);
    for (let n = 0; n < 3; n++) {
      expect((await limiter.getRemaining(identifier)).remaining).toBe(49);
    }
  });

  it("gives a reset key its full burst and keeps the epoch", async () => {
    const limiter = limiterOn(store);
    const question = newQuestion();
    const identifier = encodeQuestions([question]);
    const epoch = newEpoch();
    await store.redis.set(epochKey(question.partnerId), epoch);
    await limiter.limit(identifier);
    await limiter.resetUsedTokens(identifier);
    expect((await limiter.limit(identifier)).remaining).toBe(49);
    expect(await store.redis.get(epochKey(question.partnerId))).toBe(epoch);
  });
});

it("replaces an epoch stored with another type", async () => {
  const { redis } = store;
  const question = newQuestion({ partnerId: "prt_odd" });
  await redis.hset(epochKey(question.partnerId), { made: "elsewhere" });
  const asked = encodeQuestions([{ ...question, epoch: newEpoch() }]);
  expect((await limiterOn(store).limit(asked)).success).toBe(false);
  const epoch = await redis.get<string>(epochKey(question.partnerId));
  const current = encodeQuestions([{ ...question, epoch }]);
  expect((await limiterOn(store).limit(current)).success).toBe(true);
});

it("retries only once a command that a server other than Upstash rejects", async () => {
  const { redis } = store;
  const calls = vi.spyOn(redis, "evalsha");
  calls.mockRejectedValueOnce(new Error("ERR Unexpected engine in script shebang: lua"));
  const limiter = limiterOn({ redis }, true);
  for (let n = 0; n < 3; n++) await limiter.limit(encodeQuestions([newQuestion()]));
  const [upstash, stock] = [true, false].map((locksKeys) => scriptFor({ locksKeys }).sha);
  expect(calls.mock.calls.map(([sha]) => sha)).toEqual([upstash, stock, stock, stock]);
  calls.mockRestore;
});
