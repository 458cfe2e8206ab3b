import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isThorough } from "../testing/extent";
import { anyGroup } from "./testing/any-group";
import { luaOn, model, type TestedBucket } from "./testing/deciders";
import {
  lastServedSecond,
  longestWaitSeconds,
  meanWaitSeconds,
  ratePerMinute,
  returnsOf,
  secondRefusalShare,
  servedByWorker,
  worstExcess,
} from "./testing/measures";
import { WAYS, type WayName } from "./testing/random";
import { redisForTests } from "./testing/redis-for-tests";
import { type Report, type Scenario, simulate } from "./testing/simulator";
import {
  alike,
  backoff,
  byAddress,
  byId,
  byUrl,
  costing,
  hammering,
  late,
  mark,
  once,
  pausing,
  type Shape,
  workers,
} from "./testing/workers";

/** Floating-point error, and an interval rounded up to a microsecond. */
const ROUNDING = 0.001;
const EVERY_WAY: readonly WayName[] = ["near", "usual", "far", "heavy"];
/** The common one and the worst; `npm run test:all` has all. */
const SOME_WAYS = isThorough ? EVERY_WAY : (["usual", "heavy"] as const);
const MIXED = [1, 2, 5, 10];

const { store } = await redisForTests();
const lua = luaOn(store.redis);

type Run = Pick<Scenario, "workers"> & Partial<Scenario>;

const runOn = (tested: TestedBucket, scenario: Run): Promise<Report> =>
  simulate({ decide: tested.decider(), perMinute: 300, seconds: 300, ...scenario });
const run = (scenario: Run) => runOn(model, scenario);

/** The costs of workers, and what else they do. */
const shaped =
  (costs: readonly number[], shape: Shape = {}) =>
  (n: number) => ({ ...costing(...costs)(n), ...shape });

/** One at an address of its own, of no other's kin. */
const neighbor =
  ({ isFresh = false, isNamed = false } = {}) =>
  () =>
  (turn: number, attempt: number) => ({
    client: mark("x", 0),
    caller: mark("h", 1_000 + (isFresh ? turn * 17 + attempt : 0)),
    isNamed,
  });

describe.each(SOME_WAYS)("mixed costs with network delays that are %s", (name) => {
  const way = WAYS[name];

  it.each([
    { perMinute: 60, costs: [1, 2, 5] },
    { perMinute: 300, costs: MIXED },
    { perMinute: 300, costs: [1, 2, 5, 10, 20, 25] },
    { perMinute: 6_000, costs: [1, 10, 50, 200] },
  ])("20 workers at $perMinute a minute with costs $costs get no second 429", async (crowd) => {
    const { perMinute, costs } = crowd;
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
    const tardy = late({ us: 4_500_000 });
    for (const identity of [byAddress, byId, byUrl]) {
      for (const shape of [{}, pausing(20, perMinute / mean), tardy]) {
        const report = await run({
          workers: workers(20, identity, shaped(costs, shape)),
          perMinute,
          way,
          seconds: perMinute > 300 ? 60 : 300,
        });
        expect(returnsOf(report).refused).toBe(0);
        expect(worstExcess(report, perMinute)).toBeLessThanOrEqual(1 + ROUNDING);
      }
    }
  });

  it("workers that take up to the whole burst get no second 429 if they are less than a second late", async () => {
    if (name === "heavy") return;
    for (const costs of [[50], [1, 1, 1, 50], [25, 50], [1, 2, 5, 10, 25, 50]]) {
      const group = workers(20, byId, shaped(costs, late({ us: 400_000 })));
      const report = await run({ workers: group, way, seconds: 600 });
      expect(returnsOf(report).refused).toBe(0);
      expect(ratePerMinute(report, { fromSecond: 60, toSecond: 600 })).toBeGreaterThan(245);
    }
  });

  it("20 identical workers with one cost seldom get a second 429", async () => {
    for (const cost of [2, 5, 10]) {
      for (const shape of [{}, pausing(20, 300 / cost)]) {
        const group = workers(20, alike(), shaped([cost], shape));
        const report = await run({ workers: group, way, seconds: 900 });
        expect(secondRefusalShare(report, { fromSecond: 10 * cost })).toBeLessThanOrEqual(0.03);
      }
    }
  });

  it("twenty requests for the whole burst at once are served as fast as the rate allows", async () => {
    for (const identity of [byId, byUrl]) {
      const report = await run({ workers: workers(20, identity, shaped([50], once)), way });
      expect(report.served).toHaveLength(20);
      expect(returnsOf(report).refused).toBeLessThanOrEqual(name === "heavy" ? 1 : 0);
      // 19 times 10 s, and for each up to a second because waits are whole seconds.
      expect(lastServedSecond(report)).toBeLessThanOrEqual(215);
    }
  });

  it("a request for ten tokens gets its turn beside 50 workers that take one", async () => {
    const group = [...workers(1, neighbor(), costing(10)), ...workers(50, byAddress)];
    const report = await run({ workers: group, way, seconds: 600 });
    expect(longestWaitSeconds(report)).toBeLessThanOrEqual(17);
    expect(returnsOf(report).refused).toBe(0);
    const [costly = 0, ...others] = servedByWorker(report);
    expect(costly).toBeGreaterThanOrEqual(0.9 * Math.min(...others));
  });

  const hoarders = {
    "asks for 50 tokens every 100 ms and never returns": {
      who: () => workers(1, neighbor({ isFresh: true }), shaped([50], hammering(100_000))),
      least: 0.85,
    },
    "does so with rotating IDs": {
      who: () =>
        workers(1, neighbor({ isFresh: true, isNamed: true }), shaped([50], hammering(100_000))),
      least: 0.85,
    },
    "asks for 25 tokens with exponential backoff": {
      who: () => workers(1, neighbor(), shaped([25], backoff)),
      least: 0.85,
    },
    // It uses what it is promised: about 50 tokens for the 20 of the others.
    "alternates between 50 tokens and one": {
      who: () =>
        workers(1, neighbor(), {
          ...hammering(100_000),
          cost: (turn) => (turn % 2 === 0 ? 50 : 1),
        }),
      least: 0.25,
    },
  };
  it.each(Object.entries(hoarders))(
    "20 workers beside one that %s get their turns",
    async (_, of) => {
      const report = await run({ workers: [...workers(20, byAddress), ...of.who()], way });
      const share = ratePerMinute(report, { workers: 20, fromSecond: 60, toSecond: 300 });
      expect(share / ((300 * 20) / 21)).toBeGreaterThan(of.least);
      // One in a thousand: who backs off leaves half the burst unused, and comes eight seconds late.
      expect(secondRefusalShare(report, { workers: 20 })).toBeLessThanOrEqual(0.001);
      expect(meanWaitSeconds(report, { workers: 20, fromSecond: 60 })).toBeLessThan(18);
    },
  );
});

describe.each([model, lua])("the limit with costs: $name", (tested) => {
  it("is never exceeded by more than one token in any window, under any attack", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyGroup([1, 2, 3, 5, 10, 15, 16, 50, 51, 1_000]), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 7, 12, 19, 36, 60, 300, 6_000),
        fc.nat(),
        fc.constantFrom(...EVERY_WAY),
        async (groups, perMinute, seed, way) => {
          const report = await runOn(tested, {
            workers: groups.flat(),
            perMinute,
            seed,
            way: WAYS[way],
            seconds: perMinute > 300 ? 20 : 60,
          });
          expect(worstExcess(report, perMinute)).toBeLessThanOrEqual(1 + ROUNDING);
        },
      ),
      { numRuns: tested === model ? 300 : 3, seed: 4 },
    );
  }, 300_000);
});
