import { describe, expect, it } from "vitest";
import { isThorough } from "../testing/extent";
import { luaOn, model, type TestedBucket } from "./testing/deciders";
import { lastServedSecond } from "./testing/measures";
import { redisForTests } from "./testing/redis-for-tests";
import { simulate } from "./testing/simulator";
import { alike, byAddress, byId, byUrl, holding, mark, once, workers } from "./testing/workers";

/** The most requests of one key that a process holds. */
const PLACES = 20;
const MOST = 1.1;

const { store } = await redisForTests();
const lua = luaOn(store.redis);

const IDENTITIES = {
  "one X-Client-Id": () => () => ({ client: mark("c", 0), caller: mark("i", 0), isNamed: true }),
  "an X-Client-Id each": byId,
  "no X-Client-Id and one URL": alike(),
  "no X-Client-Id and a URL each": byUrl,
  "no X-Client-Id and an address each": byAddress,
};
/** The time within which the requests arrive, in seconds. */
const ARRIVALS = { "at once": 0, "within 5 s": 5, "within 20 s": 20 };

type Batch = { count: number; withinSeconds: number; seed: number; waitSeconds: number };

/** Sends each request of a batch once to a new key at 300 a minute; when was the last one served? */
async function lastServed(
  tested: TestedBucket,
  identity: Parameters<typeof workers>[1],
  { count, withinSeconds, seed, waitSeconds }: Batch,
): Promise<number> {
  const group = workers(count, identity, (n) => ({
    ...once,
    ...holding(waitSeconds),
    startsUs: Math.floor((n * withinSeconds * 1_000_000) / count),
  }));
  const report = await simulate({
    decide: tested.decider(),
    workers: group,
    perMinute: 300,
    seconds: 600,
    places: PLACES,
    seed,
  });
  expect(report.served).toHaveLength(count);
  return lastServedSecond(report);
}

const CASES = Object.entries(IDENTITIES).flatMap(([who, identity]) =>
  Object.entries(ARRIVALS).map(([when, withinSeconds]) => ({ who, identity, when, withinSeconds })),
);

describe.each([
  { tested: model, counts: [20, 60, 120, 200, 300], seeds: isThorough ? [1, 2, 3] : [1] },
  { tested: lua, counts: [60, 120], seeds: [1] },
])("parallel requests of one key: $tested.name", ({ tested, counts, seeds }) => {
  it.each(CASES)("with $who, $when, need no longer with Prefer: wait", async (batch) => {
    for (const count of counts) {
      for (const seed of seeds) {
        const at = { count, seed, withinSeconds: batch.withinSeconds };
        const plain = await lastServed(tested, batch.identity, { ...at, waitSeconds: 0 });
        for (const waitSeconds of [1, 30]) {
          const held = await lastServed(tested, batch.identity, { ...at, waitSeconds });
          expect(held / plain, `${count} requests, seed ${seed}`).toBeLessThanOrEqual(MOST);
        }
      }
    }
  });
});
