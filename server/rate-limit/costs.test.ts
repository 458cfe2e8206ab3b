import { describe, expect, it } from "vitest";
import type { Ask } from "./bucket";
import { luaOn, model, type TestedBucket } from "./testing/deciders";
import { returnsOf } from "./testing/measures";
import { redisForTests } from "./testing/redis-for-tests";
import { START_US, simulate } from "./testing/simulator";
import { byId, byUrl, costing, mark, workers } from "./testing/workers";

const SECOND_US = 1_000_000;

const { store } = await redisForTests();
const lua = luaOn(store.redis);

/** A new key, and requests of named callers; `at` is in seconds. */
function keyOf(tested: TestedBucket, perMinute = 300) {
  const decide = tested.decider();
  return (at: number, who: number, cost: number, changes: Partial<Ask> = {}) => {
    const ask = { client: mark("c", who), caller: mark("i", who), isNamed: true, perMinute, cost };
    return decide({ ...ask, ...changes }, START_US + Math.round(at * SECOND_US));
  };
}

describe.each([model, lua])("a request that takes several tokens: $name", (tested) => {
  it("takes as many, up to the whole burst, and leaves the rest to others", async () => {
    const ask = keyOf(tested);
    expect(await ask(0, 1, 30)).toMatchObject({ admitted: true, remaining: 20 });
    expect(await ask(0, 2, 21)).toMatchObject({ admitted: false, remaining: 0, waitUs: 200_000 });
    const whole = keyOf(tested);
    expect(await whole(0, 1, 50)).toMatchObject({ admitted: true, remaining: 0 });
    expect(await whole(0, 2, 1)).toMatchObject({ admitted: false, waitUs: 200_000 });
  });

  it("waits about as long as its tokens take, and is then admitted: on time, early or late", async () => {
    for (const perMinute of [60, 300, 6_000]) {
      for (const cost of [2, 5, 10, 15, 16, 50, 1_000]) {
        // Earlier by more than a token's time would need more than the one spare token.
        for (const lateUs of [0, -Math.min(50_000, 60_000_000 / perMinute), 5 * SECOND_US]) {
          if (cost > perMinute / 6) continue;
          const ask = keyOf(tested, perMinute);
          await ask(0, 0, Math.min(1_000, perMinute / 6));
          const { waitUs, retryAfterSeconds } = await ask(0.013, 1, cost);
          expect(waitUs).toBe((cost * 60 * SECOND_US) / perMinute - 13_000);
          expect(retryAfterSeconds).toBe(Math.ceil(waitUs / SECOND_US));
          const backAt = 0.013 + retryAfterSeconds + lateUs / SECOND_US;
          expect(await ask(backAt, 1, cost)).toMatchObject({ admitted: true });
        }
      }
    }
  });

  it("keeps its promise while others ask for a token every 10 ms", async () => {
    const ask = keyOf(tested);
    await ask(0, 0, 50);
    const { retryAfterSeconds } = await ask(0, 1, 40);
    expect(retryAfterSeconds).toBe(8);
    for (let at = 0; at < 11; at += 0.01) await ask(at, 2 + Math.floor(at * 100), 1);
    expect(await ask(11, 1, 40)).toMatchObject({ admitted: true });
  });

  it("may cost less when it returns: the other tokens are free", async () => {
    const ask = keyOf(tested);
    await ask(0, 0, 50);
    expect(await ask(0, 1, 40)).toMatchObject({ retryAfterSeconds: 8 });
    expect(await ask(8, 1, 5)).toMatchObject({ admitted: true, remaining: 35 });
    expect(await ask(8, 2, 35)).toMatchObject({ admitted: true, remaining: 0 });
  });

  it("counts as a new request if it costs more when it returns, and the promise stands", async () => {
    const ask = keyOf(tested);
    await ask(0, 0, 50);
    expect(await ask(0, 1, 5)).toMatchObject({ retryAfterSeconds: 1 });
    const more = await ask(1, 1, 20);
    expect(more).toMatchObject({ admitted: false, retryAfterSeconds: 4 });
    expect(await ask(1, 1, 5)).toMatchObject({ admitted: true });
    expect(await ask(5, 1, 20)).toMatchObject({ admitted: true });
  });

  it("above the burst is refused without a promise, even if the bucket is full", async () => {
    const ask = keyOf(tested);
    for (const cost of [51, 1_000]) {
      expect(await ask(0, 1, cost)).toMatchObject({ admitted: false, unreserved: true });
    }
    expect(await ask(0, 2, 50)).toMatchObject({ admitted: true });
    expect(await ask(0, 3, 20)).toMatchObject({ admitted: false, retryAfterSeconds: 4 });
    // The limit was lowered, so that the promise is now for more than the burst.
    expect(await ask(4, 3, 20, { perMinute: 60 })).toMatchObject({ unreserved: true });
    expect(await ask(40, 3, 10, { perMinute: 60 })).toMatchObject({ admitted: true });
  });

  it("takes one if it may be held", async () => {
    const ask = keyOf(tested);
    const hold = { name: "h001test", maxUs: 30 * SECOND_US };
    expect(await ask(0, 1, 40, { hold })).toMatchObject({ admitted: true, remaining: 49 });
    await ask(0, 1, 49);
    expect(await ask(0, 1, 40, { hold })).toMatchObject({ isHeld: true, waitUs: 200_000 });
    expect(await ask(0.2, 1, 40, { hold })).toMatchObject({ admitted: true });
  });

  it("is never admitted by a promise for fewer tokens, nor by its client's only promise", async () => {
    const ask = keyOf(tested);
    await ask(0, 0, 50);
    const unnamed = { isNamed: false, client: mark("c", 7) };
    expect(await ask(0, 1, 10, unnamed)).toMatchObject({ retryAfterSeconds: 2 });
    expect(await ask(2, 2, 10, unnamed)).toMatchObject({ admitted: false });
    expect(await ask(2, 1, 10, unnamed)).toMatchObject({ admitted: true });
  });

  it("is promised what 20 workers with costs of 1 to 10 need", async () => {
    for (const identity of [byId, byUrl]) {
      const report = await simulate({
        decide: tested.decider(),
        perMinute: 300,
        workers: workers(20, identity, costing(1, 2, 5, 10)),
        seconds: 90,
      });
      expect(returnsOf(report).all).toBeGreaterThan(50);
      expect(returnsOf(report).refused).toBe(0);
    }
  });
});
