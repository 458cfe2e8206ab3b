import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isThorough } from "../testing/extent";
import type { Outcome } from "./model";
import { anyGroup } from "./testing/any-group";
import { luaOn, model } from "./testing/deciders";
import { ratePerMinute, returnsOf, servedByWorker, worstExcess } from "./testing/measures";
import { WAYS } from "./testing/random";
import { redisForTests } from "./testing/redis-for-tests";
import { type Scenario, START_US, simulate, type Worker } from "./testing/simulator";
import {
  alike,
  byAddress,
  hammering,
  mark,
  rotatingIds,
  stranger,
  wandering,
  workers,
} from "./testing/workers";

const SECOND_US = 1_000_000;
/** Floating-point error, and an interval rounded up to a microsecond. */
const ROUNDING = 0.001;
const ATTACKS = isThorough ? 200 : 100;

const { store } = await redisForTests();
const lua = luaOn(store.redis);

describe.each([model, lua])("the limit: $name", (tested) => {
  const run = (group: Worker[], scenario: Partial<Scenario> = {}) =>
    simulate({
      decide: tested.decider(),
      workers: group,
      perMinute: 300,
      seconds: 120,
      ...scenario,
    });
  const ask = (n: number, perMinute: number) => ({
    client: mark("c", n),
    caller: mark("u", n),
    isNamed: false,
    perMinute,
  });

  it("admits exactly 50 of 60 simultaneous requests, including the 50th", async () => {
    const decide = tested.decider();
    const answers: Outcome[] = [];
    for (let n = 0; n < 60; n += 1) answers.push(await decide(ask(n, 300), START_US));
    expect(answers.map(({ admitted }) => admitted)).toEqual(answers.map((_, n) => n < 50));
    expect(answers.map(({ remaining }) => remaining)).toEqual(
      answers.map((_, n) => Math.max(0, 49 - n)),
    );
  });

  it.each([1, 7, 18, 59, 60, 299, 300, 301, 6_000])(
    "of %i per minute admits the last request of its burst and no more",
    async (perMinute) => {
      const decide = tested.decider();
      const burst = Math.max(1, Math.floor(perMinute / 6));
      for (let n = 0; n < burst; n += 1) {
        expect((await decide(ask(n, perMinute), START_US)).admitted).toBe(true);
      }
      expect((await decide(ask(burst, perMinute), START_US)).admitted).toBe(false);
    },
  );

  it.each([5, 200])("is shared equally by %i distinguishable workers", async (count) => {
    const served = servedByWorker(await run(workers(count, byAddress), { seconds: 180 }));
    expect(Math.max(...served)).toBeLessThanOrEqual(1.1 * Math.min(...served) + 2);
  });

  it("is fully used again within 60 s after 150 of 200 waiting workers stop", async () => {
    const group = workers(200, byAddress, (n) => (n < 150 ? { diesUs: 30 * SECOND_US } : {}));
    const report = await run(group, { seconds: 180 });
    expect(worstExcess(report, 300)).toBeLessThanOrEqual(1 + ROUNDING);
    expect(ratePerMinute(report, { fromSecond: 90, toSecond: 180 })).toBeGreaterThan(294);
  });

  it("is fully used immediately after it is raised from 300 to 6000 while 200 wait", async () => {
    const perMinute = (us: number) => (us < 20 * SECOND_US ? 300 : 6_000);
    const coming = workers(400, (n) => byAddress(n + 200), { startsUs: 21 * SECOND_US });
    const report = await run([...workers(200, byAddress), ...coming], { perMinute, seconds: 60 });
    expect(ratePerMinute(report, { fromSecond: 22, toSecond: 32 })).toBeGreaterThan(5_700);
    expect(returnsOf(report).refused).toBe(0);
  });

  it("keeps the buckets of keys separate", async () => {
    const [first, second] = [tested.decider(), tested.decider()];
    for (let n = 0; n < 60; n += 1) await first(ask(1, 300), START_US);
    expect(await second(ask(1, 300), START_US)).toMatchObject({ admitted: true, remaining: 49 });
  });

  it("is never exceeded by more than one request in any window, under any attack", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyGroup([1]), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 7, 12, 19, 24, 36, 60, 300, 6_000),
        fc.nat(),
        fc.constantFrom(WAYS.near, WAYS.usual, WAYS.far, WAYS.heavy),
        async (groups, perMinute, seed, way) => {
          const report = await run(groups.flat(), {
            perMinute,
            seed,
            way,
            seconds: perMinute > 300 ? 20 : 60,
          });
          expect(worstExcess(report, perMinute)).toBeLessThanOrEqual(1 + ROUNDING);
        },
      ),
      { numRuns: tested === model ? ATTACKS : 3, seed: 4 },
    );
  }, 300_000);
});

describe("the rate", () => {
  const crowds: { name: string; group: Worker[] }[] = [
    { name: "1 worker", group: workers(1, byAddress) },
    { name: "200 workers", group: workers(200, byAddress) },
    { name: "50 that nothing distinguishes", group: workers(50, alike()) },
    {
      name: "200 that never repeat a URL",
      group: workers(
        200,
        wandering(() => 0),
      ),
    },
    { name: "a hammer", group: workers(1, stranger({ isFresh: false }), hammering(100_000)) },
    {
      name: "one with fresh URLs",
      group: workers(1, stranger({ isFresh: true }), hammering(100_000)),
    },
    { name: "one with rotating ids", group: workers(1, rotatingIds(), hammering(100_000)) },
  ];
  it.each(crowds)("is used to 98% and never exceeded with $name", async ({ group }) => {
    const report = await simulate({
      decide: model.decider(),
      workers: group,
      perMinute: 300,
      seconds: 360,
    });
    const rate = ratePerMinute(report, {
      fromSecond: 60,
      toSecond: 360,
    });
    expect(rate).toBeGreaterThan(294);
    expect(rate).toBeLessThan(306);
    expect(worstExcess(report, 300)).toBeLessThanOrEqual(1 + ROUNDING);
  });
});

describe("the caps", () => {
  const reservedOf = async (
    asks: number,
    who: (n: number) => { client: string; caller: string },
  ) => {
    const decide = model.decider();
    let reserved = 0;
    for (let n = 0; n < 50 + asks; n += 1) {
      const sender = n < 50 ? { client: mark("z", 0), caller: mark("z", 0) } : who(n);
      const asked = {
        client: sender.client,
        caller: sender.caller,
        isNamed: false,
        perMinute: 300,
      };
      const { admitted, unreserved } = await decide(asked, START_US);
      if (!admitted && !unreserved) reserved += 1;
    }
    return reserved;
  };

  it.each([
    {
      kept: 768,
      name: "768 clients",
      who: (n: number) => ({ client: mark("c", n), caller: mark("u", n) }),
    },
    {
      kept: 576,
      name: "576 callers of one client",
      who: (n: number) => ({ client: mark("c", 0), caller: mark("u", n) }),
    },
    {
      kept: 128,
      name: "one caller 128 times",
      who: () => ({ client: mark("c", 0), caller: mark("u", 0) }),
    },
  ])("leave room for $name and no more", async ({ kept, who }) => {
    expect(await reservedOf(1_100, who)).toBe(kept);
  });
});
