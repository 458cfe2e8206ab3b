import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Outcome } from "./model";
import { distinct, hammer, identical, mark, sameAddress, wandering } from "./testing/crowds";
import { luaOn, model } from "./testing/deciders";
import { redisForTests } from "./testing/redis-for-tests";
import {
  ratePerMinute,
  type Scenario,
  simulate,
  total,
  type Worker,
  worstExcess,
} from "./testing/simulate";

const START_US = 1_800_000_000_000_000;
const SECOND_US = 1_000_000;

/** One request, and the 50 ms that a caller may be early. */
const allowance = (perMinute: number) => 1 + perMinute / 1_200;

const { store } = redisForTests();
const lua = luaOn(() => store().redis);

describe.each([model, lua])("$name", (tested) => {
  const run = (workers: Worker[], scenario: Partial<Scenario> = {}) =>
    simulate({ decide: tested.decider(), workers, perMinute: 300, seconds: 120, ...scenario });

  describe("the limit", () => {
    it("lets exactly 50 of 60 simultaneous requests through, and the 50th is one of them", async () => {
      const decide = tested.decider();
      const answers: Outcome[] = [];
      for (let n = 0; n < 60; n += 1) {
        answers.push(
          await decide({ client: mark("c", n), request: mark("u", n), perMinute: 300 }, START_US),
        );
      }
      expect(answers.map(({ admitted }) => admitted)).toEqual(answers.map((_, n) => n < 50));
      expect(answers.slice(0, 50).map(({ remaining }) => remaining)).toEqual(
        answers.slice(0, 50).map((_, n) => 49 - n),
      );
    });

    const crowds: { name: string; workers: Worker[] }[] = [
      { name: "1 worker", workers: distinct(1) },
      { name: "5 workers", workers: distinct(5) },
      { name: "50 workers", workers: distinct(50) },
      { name: "200 workers", workers: distinct(200) },
      { name: "200 workers behind one address", workers: sameAddress(200) },
      { name: "50 workers that nothing tells apart", workers: identical(50) },
      { name: "one that never repeats a URL", workers: wandering(1, { isOneAddress: true }) },
      {
        name: "20 that never repeat a URL",
        workers: wandering(20, { isOneAddress: true, forgets: true }),
      },
      {
        name: "200 that never repeat a URL",
        workers: wandering(200, { isOneAddress: true, forgets: true }),
      },
      { name: "a hammering one", workers: [hammer({ everyUs: 20_000, isFresh: false })] },
      {
        name: "a hammering one with fresh URLs",
        workers: [hammer({ everyUs: 20_000, isFresh: true })],
      },
    ];
    it.each(crowds)(
      "is used to within a hundredth and never exceeded by $name",
      async ({ workers }) => {
        const report = await run(workers, { seconds: 360 });
        const rate = ratePerMinute(report, 60, 360);
        expect(rate).toBeGreaterThan(297);
        expect(rate).toBeLessThan(303);
        expect(worstExcess(report, 300)).toBeLessThanOrEqual(allowance(300));
      },
    );

    it.each([2, 5, 20, 50, 200])(
      "is shared about equally by %i distinguishable workers",
      async (n) => {
        const report = await run(distinct(n), { seconds: tested === model ? 600 : 180 });
        expect(Math.max(...report.served)).toBeLessThanOrEqual(
          1.1 * Math.min(...report.served) + 2,
        );
      },
    );

    it("is used again within 60 s after 150 of 200 waiting workers died", async () => {
      const dying = distinct(150, { diesUs: 30 * SECOND_US });
      const living = distinct(50).map((worker, n) => ({ ...worker, client: mark("l", n) }));
      const report = await run([...dying, ...living], { seconds: 180 });
      expect(worstExcess(report, 300)).toBeLessThanOrEqual(allowance(300));
      expect(ratePerMinute(report, 90, 180)).toBeGreaterThan(297);
    });

    it("is used again within 60 s after 200 waiting workers died and others came", async () => {
      const dying = distinct(200, { diesUs: 30 * SECOND_US });
      const coming = distinct(50, { startsUs: 31 * SECOND_US });
      const newcomers = coming.map((worker, n) => ({ ...worker, client: mark("l", n) }));
      const report = await run([...dying, ...newcomers], { seconds: 180 });
      expect(worstExcess(report, 300)).toBeLessThanOrEqual(allowance(300));
      expect(ratePerMinute(report, 90, 180)).toBeGreaterThan(297);
      expect(total(report.secondRefusals)).toBe(0);
    });

    it("once raised from 300 to 6000 while 200 wait, is used from the moment their slots are", async () => {
      const perMinute = (us: number) => (us < 20 * SECOND_US ? 300 : 6_000);
      const coming = distinct(200, { startsUs: 21 * SECOND_US });
      const newcomers = coming.map((worker, n) => ({ ...worker, client: mark("l", n) }));
      const report = await run([...distinct(200), ...newcomers], { perMinute, seconds: 60 });
      // 200 slots are promised: 40 s of the old limit, 2 s of the new one.
      expect(ratePerMinute(report, 24, 34)).toBeGreaterThan(5_900);
      expect(total(report.secondRefusals)).toBe(0);
    });

    it.each([
      { name: "200 that nothing tells apart", workers: identical(200) },
      { name: "200 that never repeat a URL", workers: wandering(200, { isOneAddress: true }) },
      { name: "200 that are all late", workers: distinct(200, { lateUs: () => 4e6 }) },
      { name: "a hammering one", workers: [hammer({ everyUs: 1_000, isFresh: true })] },
    ])("of 6000 a minute is never exceeded by $name", async ({ workers }) => {
      const report = await run(workers, { perMinute: 6_000, seconds: tested === model ? 40 : 12 });
      expect(worstExcess(report, 6_000)).toBeLessThanOrEqual(allowance(6_000));
    });

    /** Lets so many callers of a kind ask once, all at one time; says how many were admitted. */
    const senderOf = (perMinute: number) => {
      const decide = tested.decider();
      return async (kind: string, callers: [from: number, to: number], atSecond: number) => {
        let admitted = 0;
        for (let n = callers[0]; n < callers[1]; n += 1) {
          const ask = { client: mark(kind, n), request: mark("u", 0), perMinute };
          if ((await decide(ask, START_US + atSecond * SECOND_US)).admitted) admitted += 1;
        }
        return admitted;
      };
    };

    it("has what is kept for waiting callers as part of the burst, not beside it", async () => {
      const send = senderOf(300);
      expect(await send("f", [0, 50], 0)).toBe(50);
      expect(await send("d", [0, 40], 0)).toBe(0);
      expect(await send("l", [0, 10], 5.9)).toBe(0);
      // The forty never came back and have lapsed; the ten are late, and find their places.
      expect(await send("l", [0, 10], 13.1)).toBe(10);
      expect(await send("n", [0, 60], 13.1)).toBe(40);
    });

    it("has also what is kept for those whose wait was rounded up as part of it", async () => {
      const send = senderOf(1_200);
      expect(await send("f", [0, 200], 0)).toBe(200);
      expect(await send("d", [0, 280], 0)).toBe(0);
      const slots = Array.from({ length: 100 }, (_, n) => ({ n, at: (n + 1) / 20 }));
      for (const { n, at } of slots) expect(await send("m", [n, n + 1], at)).toBe(0);
      // These twenty are all told the 20th second, though their slots lie in the one before.
      expect(await send("l", [0, 20], 5)).toBe(0);
      for (const { n, at } of slots) expect(await send("m", [n, n + 1], at + 14)).toBe(1);
      // The 280 have lapsed, which leaves a full burst but for the twenty.
      const newcomers = await send("n", [0, 300], 19.7);
      expect(newcomers).toBeGreaterThan(170);
      expect(newcomers).toBeLessThanOrEqual(180);
      expect(await send("l", [0, 20], 20)).toBe(20);
    });

    it("keeps the extra slots of a client for that client", async () => {
      const send = senderOf(300);
      expect(await send("f", [0, 50], 0)).toBe(50);
      for (let twin = 0; twin < 2; twin += 1) expect(await send("c", [0, 1], 0)).toBe(0);
      // Seven slots are the twins', until 1.4 s; three more have come since.
      expect(await send("x", [0, 10], 2)).toBe(3);
      const served = [];
      for (let turn = 0; turn < 10; turn += 1) served.push(await send("c", [0, 1], 2));
      expect(served).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 0]);
    });

    it("is never exceeded by any mix of obedient, forgetful, late, dying and hammering workers", async () => {
      const runs = tested === model ? 400 : 8;
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.array(anyWorker, { minLength: 1, maxLength: 40 }),
            fc
              .tuple(anyWorker, fc.integer({ min: 1, max: 60 }))
              .map(([worker, count]) => Array<Worker>(count).fill(worker)),
          ),
          anyLimit,
          fc.nat(),
          fc.constantFrom(0, 40_000),
          async (workers, perMinute, seed, jitterUs) => {
            const report = await run(workers, { perMinute, seed, jitterUs, seconds: 90 });
            expect(worstExcess(report, perMinute)).toBeLessThanOrEqual(allowance(perMinute));
          },
        ),
        { numRuns: runs, seed: 4 },
      );
    });
  });

  describe("the queue", () => {
    const reservedOf = async (
      asks: number,
      name: (n: number) => [string, string],
      perMinute: number,
    ) => {
      const decide = tested.decider();
      let reserved = 0;
      for (let n = 0; n < Math.floor(perMinute / 6) + asks; n += 1) {
        const [client, request] =
          n < Math.floor(perMinute / 6) ? [mark("z", 0), mark("z", 0)] : name(n);
        const { admitted, unreserved } = await decide({ client, request, perMinute }, START_US);
        if (!admitted && !unreserved) reserved += 1;
      }
      return reserved;
    };

    const same: [string, string] = [mark("c", 0), mark("u", 0)];
    it.each<{ name: string; kept: number; of: (n: number) => [string, string] }>([
      { name: "960 clients", kept: 960, of: (n) => [mark("c", n), mark("u", 0)] },
      // 320 slots, of which 98 are extras.
      { name: "222 callers of one client", kept: 222, of: (n) => [mark("c", 0), mark("u", n)] },
      // Its own first, 49 with five extras each, and what is left of a minute.
      { name: "one caller 55 times, all within 60 s", kept: 55, of: () => same },
    ])("has room for $name, and no more", async ({ kept, of }) => {
      expect(await reservedOf(1_000, of, 300)).toBe(kept);
    });
  });

  it("does not let one key's traffic touch another's bucket", async () => {
    const [first, second] = [tested.decider(), tested.decider()];
    const ask = { client: mark("c", 1), request: mark("u", 1), perMinute: 300 };
    for (let n = 0; n < 60; n += 1) await first(ask, START_US);
    expect(await second(ask, START_US)).toMatchObject({ admitted: true, remaining: 49 });
  });
});

const anyLimit = fc.constantFrom(1, 7, 12, 19, 24, 36, 60, 300, 6_000);
const anyWorker: fc.Arbitrary<Worker> = fc
  .record({
    client: fc.nat(5),
    urls: fc.constantFrom(1, 3, 1_000_000),
    forgets: fc.boolean(),
    hammers: fc.option(fc.integer({ min: 300_000, max: 3_000_000 }), { freq: 5 }),
    late: fc.constantFrom(0, 0, -40_000, 3e6, 4.9e6, 8e6),
    isEvenlyLate: fc.boolean(),
    startsUs: fc.integer({ min: 0, max: 30 * SECOND_US }),
    diesUs: fc.option(fc.integer({ min: 0, max: 60 * SECOND_US }), { freq: 3 }),
  })
  .map(({ client, urls, hammers, late, isEvenlyLate, diesUs, ...rest }) => ({
    client: mark("c", client),
    request: (turn) => mark("u", turn % urls),
    lateUs: (random) => late * (isEvenlyLate ? 1 : random()),
    ...(hammers === null ? {} : { hammersEveryUs: hammers }),
    ...(diesUs === null ? {} : { diesUs }),
    ...rest,
  }));
