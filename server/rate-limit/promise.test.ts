import { describe, expect, it } from "vitest";
import { depthUs, intervalUs } from "./rules";
import { distinct, hammer, identical, mark, sameAddress, wandering } from "./testing/crowds";
import { luaOn, model, type TestedBucket } from "./testing/deciders";
import { redisForTests } from "./testing/redis-for-tests";
import {
  type Scenario,
  secondRefusalShare,
  simulate,
  total,
  type Worker,
} from "./testing/simulate";

const START_US = 1_800_000_000_000_000;
const SECOND_US = 1_000_000;

const { store } = redisForTests();
const lua = luaOn(() => store().redis);

describe.each([model, lua])("$name", (tested) => {
  const run = (workers: Worker[], scenario: Partial<Scenario> = {}) =>
    simulate({ decide: tested.decider(), workers, perMinute: 300, seconds: 120, ...scenario });

  describe("rule 1: who waits as told is not refused again", () => {
    it.each([1, 2, 5, 20, 50, 200])("holds for %i distinguishable workers", async (n) => {
      const report = await run(distinct(n), { seconds: 180 });
      expect(total(report.retries)).toBeGreaterThan(100);
      expect(total(report.secondRefusals)).toBe(0);
    });

    it.each([2, 20, 50, 200])(
      "holds for %i workers behind one address, told apart by URL",
      async (n) => {
        expect(total((await run(sameAddress(n))).secondRefusals)).toBe(0);
      },
    );

    it.each([
      { perMinute: 1, n: 50, seconds: 14_400 },
      { perMinute: 60, n: 200, seconds: 1_200 },
      { perMinute: 6_000, n: 200, seconds: 30 },
    ])("holds for $n workers at $perMinute a minute", async ({ perMinute, n, seconds }) => {
      const report = await run(distinct(n), { perMinute, seconds });
      expect(total(report.retries)).toBeGreaterThan(n);
      expect(total(report.secondRefusals)).toBe(0);
    });

    it("holds with up to 500 ms of jitter each way", async () => {
      const report = await run(distinct(50), { jitterUs: 500_000 });
      expect(total(report.secondRefusals)).toBe(0);
    });

    it("holds for 100 clients that come up to 3 s late", async () => {
      const report = await run(distinct(100, { lateUs: (random) => random() * 3e6 }));
      expect(total(report.secondRefusals)).toBe(0);
    });

    it("holds for 20 clients that ask for something else after waiting", async () => {
      const report = await run(wandering(20, { isOneAddress: false, forgets: true }));
      expect(total(report.secondRefusals)).toBe(0);
    });

    it.each([true, false])(
      "holds for ten beside a hammering one (fresh URLs: %s)",
      async (isFresh) => {
        const report = await run([...distinct(10), hammer({ everyUs: 1_000, isFresh })]);
        const obedient = report.secondRefusals.slice(0, 10);
        expect(total(report.retries.slice(0, 10))).toBeGreaterThan(0);
        expect(total(obedient)).toBe(0);
      },
    );

    it("holds when the limit is lowered while 50 wait", async () => {
      const perMinute = (us: number) => (us < 30 * SECOND_US ? 300 : 60);
      const report = await run(distinct(50), { perMinute });
      expect(total(report.secondRefusals)).toBe(0);
    });

    // The nearer the server, the sooner a worker can use up what is kept for another.
    const distances = [
      { from: "afar", jitterUs: 40_000, latestUs: 0 },
      { from: "next door", jitterUs: 1_000, latestUs: 5_000 },
      { from: "next door, on a busy machine", jitterUs: 1_000, latestUs: 20_000 },
    ];
    it.each(
      distances.flatMap((distance) => [2, 5, 8, 10, 20, 50].map((n) => ({ n, ...distance }))),
    )("holds for $n workers that nothing tells apart, $from", async ({ n, jitterUs, latestUs }) => {
      const workers = identical(n, { lateUs: (random) => random() * latestUs });
      const report = await run(workers, { jitterUs, seconds: tested === model ? 600 : 120 });
      expect(total(report.retries)).toBeGreaterThan(40);
      expect(total(report.secondRefusals)).toBe(0);
      expect(report.longestWaitSeconds).toBeLessThanOrEqual(Math.max(3, Math.ceil(n * 1.2)));
    });

    it.each([60, 120, 600])(
      "holds for 8 workers that nothing tells apart, at %i a minute",
      async (perMinute) => {
        const report = await run(identical(8), { perMinute, seconds: 240 });
        expect(total(report.retries)).toBeGreaterThan(100);
        expect(total(report.secondRefusals)).toBe(0);
      },
    );

    it("has those that differ by URL wait half as long as those that nothing tells apart", async () => {
      const told = await run(sameAddress(20));
      const alike = await run(identical(20));
      expect(told.longestWaitSeconds).toBeLessThanOrEqual(12);
      expect(alike.longestWaitSeconds).toBe(24);
    });

    it("holds but for one in a hundred for 100 such workers at 6000 a minute", async () => {
      const report = await run(identical(100), {
        perMinute: 6_000,
        seconds: tested === model ? 40 : 15,
      });
      expect(secondRefusalShare(report)).toBeLessThanOrEqual(0.01);
    });

    it("holds but for three in a hundred for 20 behind one address that ask for something else after waiting", async () => {
      const report = await run(wandering(20, { isOneAddress: true, forgets: true }), {
        seconds: 600,
      });
      expect(secondRefusalShare(report)).toBeLessThanOrEqual(0.03);
    });
  });

  describe("a lone caller", () => {
    const lateness = [
      ["exactly as told", 0],
      ["50 ms early", -50_000],
      ["3 s late", 3 * SECOND_US],
    ] as const;
    it.each(lateness)("is admitted %s, at every phase of the second", async (_, lateUs) => {
      for (const perMinute of [1, 6, 60, 300, 6_000]) {
        for (let phaseUs = 0; phaseUs < SECOND_US; phaseUs += 89_989) {
          await refusedThenBack({ tested, perMinute, phaseUs, lateUs, otherRequest: false });
        }
      }
    });

    it("is admitted after waiting also with another request than the refused one", async () => {
      for (let phaseUs = 0; phaseUs < SECOND_US; phaseUs += 89_989) {
        await refusedThenBack({ tested, perMinute: 300, phaseUs, lateUs: 0, otherRequest: true });
      }
    });

    it("is never told to wait longer than until the next token", async () => {
      for (const perMinute of [7, 60, 300, 6_000]) {
        const decide = tested.decider();
        const ask = { client: mark("c", 1), request: mark("u", 1), perMinute };
        let nowUs = START_US;
        let nextTokenUs = START_US - depthUs(perMinute);
        let answer = await decide(ask, nowUs);
        while (answer.admitted) {
          nextTokenUs += intervalUs(perMinute);
          nowUs += 1_373;
          answer = await decide(ask, nowUs);
        }
        const expected = Math.max(1, Math.ceil((nextTokenUs - nowUs) / SECOND_US));
        expect(answer.retryAfterSeconds).toBe(expected);
      }
    });

    it.each([6, 60, 300, 6_000])(
      "that heeds the headers never meets a 429 at %i a minute",
      async (perMinute) => {
        const decide = tested.decider();
        let nowUs = START_US;
        for (let turn = 0; turn < 300; turn += 1) {
          const ask = { client: mark("c", 1), request: mark("u", turn), perMinute };
          const answer = await decide(ask, nowUs);
          expect(answer.admitted).toBe(true);
          nowUs += answer.remaining > 0 ? 1 : intervalUs(perMinute);
        }
      },
    );
  });
});

async function refusedThenBack(options: {
  tested: TestedBucket;
  perMinute: number;
  phaseUs: number;
  lateUs: number;
  otherRequest: boolean;
}): Promise<void> {
  const { perMinute, phaseUs, lateUs } = options;
  const decide = options.tested.decider();
  const ask = { client: mark("c", 1), request: mark("u", 1), perMinute };
  let nowUs = START_US + phaseUs;
  let answer = await decide(ask, nowUs);
  while (answer.admitted) {
    nowUs += 1_009;
    answer = await decide(ask, nowUs);
  }
  expect(answer.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  nowUs += answer.retryAfterSeconds * SECOND_US + lateUs;
  const again = options.otherRequest ? { ...ask, request: mark("u", 2) } : ask;
  expect((await decide(again, nowUs)).admitted).toBe(true);
}
