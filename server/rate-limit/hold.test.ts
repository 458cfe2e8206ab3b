import { describe, expect, it } from "vitest";
import { holdName } from "./caller";
import type { Outcome } from "./model";
import { luaOn, model, type TestedBucket } from "./testing/deciders";
import { longestWaitSeconds, ratePerMinute, worstExcess } from "./testing/measures";
import { redisForTests } from "./testing/redis-for-tests";
import { START_US, simulate } from "./testing/simulator";
import { alike, byAddress, hammering, holding, mark, stranger, workers } from "./testing/workers";

const SECOND_US = 1_000_000;
const LONGEST_US = 30 * SECOND_US;

const { store } = await redisForTests();
const lua = luaOn(store.redis);

const nameOf = (who: number, hold: string) =>
  holdName(mark("u", who), `h${mark("", hold).slice(-3)}`);

/** A key at 60 requests a minute, and questions about it; `at` is in seconds. */
function keyOf(tested: TestedBucket) {
  const decide = tested.decider();
  const ask = (
    at: number,
    who: number,
    more: { name?: string; maxUs?: number; perMinute?: number },
  ) =>
    decide(
      {
        client: mark("c", 0),
        caller: mark("u", who),
        isNamed: false,
        perMinute: more.perMinute ?? 60,
        ...(more.name && {
          hold: { name: nameOf(who, more.name), maxUs: more.maxUs ?? LONGEST_US },
        }),
      },
      START_US + Math.round(at * SECOND_US),
    );
  return {
    held: (at: number, name: string, more: { maxUs?: number; perMinute?: number } = {}) =>
      ask(at, 1, { ...more, name }),
    plain: (at: number, who: number, perMinute = 60) => ask(at, who, { perMinute }),
    async spend(at: number, count = 10): Promise<void> {
      for (let n = 0; n < count; n += 1) expect((await ask(at, 9, {})).admitted).toBe(true);
    },
  };
}

const waitOf = ({ isHeld, waitUs }: Outcome) => (isHeld ? waitUs / SECOND_US : null);

describe.each([model, lua])("a held request: $name", (tested) => {
  it("waits exactly until its slot and is then admitted", async () => {
    const key = keyOf(tested);
    await key.spend(0);
    expect(await key.held(0.25, "a")).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
    expect(waitOf(await key.held(0.5, "b"))).toBe(1.5);
    expect(waitOf(await key.held(0.75, "a"))).toBe(0.25);
    expect(await key.held(1, "a")).toMatchObject({ admitted: true, isHeld: false });
    expect(await key.held(2, "b")).toMatchObject({ admitted: true });
  });

  it("is admitted up to five seconds late, whoever asks in between", async () => {
    const key = keyOf(tested);
    await key.spend(0);
    expect(waitOf(await key.held(0, "a"))).toBe(1);
    for (let n = 0; n < 200; n += 1)
      expect((await key.plain(1 + n / 1_000, n)).admitted).toBe(false);
    expect(await key.held(6, "a")).toMatchObject({ admitted: true });
  });

  it("loses its slot to no other request, not even of its own client or with the same content", async () => {
    const key = keyOf(tested);
    await key.spend(0);
    expect(waitOf(await key.held(0, "a"))).toBe(1);
    expect((await key.plain(1, 1)).admitted).toBe(false);
    expect((await key.plain(1, 2)).admitted).toBe(false);
    expect(waitOf(await key.held(1, "b"))).toBeGreaterThan(0);
    expect(await key.held(1, "a")).toMatchObject({ admitted: true });
  });

  it("is refused immediately with a correct Retry-After if its slot is too far away", async () => {
    const key = keyOf(tested);
    await key.spend(0);
    for (let n = 1; n <= 3; n += 1) expect(waitOf(await key.held(0, `a${n}`))).toBe(n);
    const verdict = await key.held(0.1, "late", { maxUs: 3_800_000 });
    expect(verdict).toMatchObject({ isHeld: false, retryAfterSeconds: 4, waitUs: 3_900_000 });
    for (let n = 1; n <= 3; n += 1) expect((await key.held(n, `a${n}`)).admitted).toBe(true);
    expect((await key.plain(4.1, 1)).admitted).toBe(true);
  });

  it("gets a correct Retry-After if the server releases it", async () => {
    const key = keyOf(tested);
    await key.spend(0);
    await key.held(0, "a");
    await key.held(0, "b");
    const verdict = await key.held(0.2, "b", { maxUs: 0 });
    expect(verdict).toMatchObject({ isHeld: false, admitted: false, retryAfterSeconds: 2 });
    expect((await key.held(1, "a")).admitted).toBe(true);
    expect((await key.plain(2.2, 1)).admitted).toBe(true);
  });

  it("gives its slot back and takes no token if its client disconnects", async () => {
    const key = keyOf(tested);
    await key.spend(0);
    expect(waitOf(await key.held(0, "a"))).toBe(1);
    expect(waitOf(await key.held(0, "b"))).toBe(2);
    expect(await key.held(0.5, "a", { maxUs: -1 })).toMatchObject({ admitted: false, waitUs: 0 });
    // The next one gets the slot and need not wait for its own.
    expect((await key.held(1, "b")).admitted).toBe(true);
    expect(await key.held(9, "gone", { maxUs: -1 })).toMatchObject({
      admitted: false,
      remaining: 8,
    });
    expect(await key.plain(9, 1)).toMatchObject({ admitted: true, remaining: 7 });
  });

  it("takes no token when it leaves a key without stored state", async () => {
    const key = keyOf(tested);
    expect(await key.held(0, "a", { maxUs: -1 })).toMatchObject({ admitted: false, remaining: 10 });
    expect(await key.plain(0, 1)).toMatchObject({ admitted: true, remaining: 9 });
  });

  it("is admitted as soon as a raised limit allows, and at its slot with a lowered limit", async () => {
    const key = keyOf(tested);
    await key.spend(0);
    expect(waitOf(await key.held(0, "a"))).toBe(1);
    expect(waitOf(await key.held(0, "b"))).toBe(2);
    expect(waitOf(await key.held(0, "c"))).toBe(3);
    expect((await key.held(0.7, "c", { perMinute: 600 })).admitted).toBe(true);
    expect(waitOf(await key.held(0.8, "a", { perMinute: 6 }))).toBeCloseTo(0.2, 5);
    expect((await key.held(1, "a", { perMinute: 6 })).admitted).toBe(true);
    expect((await key.held(2, "b", { perMinute: 6 })).admitted).toBe(true);
  });

  it("is decided again if its promise was lost", async () => {
    const key = keyOf(tested);
    await key.spend(0);
    expect(waitOf(await key.held(0, "a"))).toBe(1);
    // Suspended for longer than the promise is kept.
    expect((await key.held(40, "a")).admitted).toBe(true);
    expect((await key.held(40, "lost")).admitted).toBe(true);
  });

  it.each([8, 20])("%i identical workers get no 429 and use the whole rate", async (count) => {
    for (const perMinute of [60, 300]) {
      const group = workers(count, alike(), holding(30));
      const report = await simulate({
        decide: tested.decider(),
        workers: group,
        perMinute,
        seconds: 120,
      });
      expect(report.waits).toEqual([]);
      expect(ratePerMinute(report, { fromSecond: 30, toSecond: 120 })).toBeGreaterThan(
        perMinute * 0.97,
      );
      expect(worstExcess(report, perMinute)).toBeLessThanOrEqual(1.001);
      expect(longestWaitSeconds(report)).toBeLessThanOrEqual((count * 60) / perMinute + 1);
    }
  });
});

describe("the share of held requests", () => {
  const run = (group: ReturnType<typeof workers>) =>
    simulate({ decide: model.decider(), workers: group, perMinute: 300, seconds: 240 });
  const others = {
    "ten identical held workers": () => workers(10, alike(999), holding(30)),
    "a held client that floods": () =>
      workers(1, stranger({ isFresh: true }), { ...hammering(20_000), ...holding(30) }),
  };

  it.each(Object.entries(others))("beside %s, 20 others get theirs", async (_, rivals) => {
    const report = await run([...workers(20, byAddress), ...rivals()]);
    const share = ratePerMinute(report, { workers: 20, fromSecond: 60, toSecond: 180 });
    expect(share / ((300 * 20) / 21)).toBeGreaterThan(0.9);
    expect(report.returns.filter(({ isRefused }) => isRefused)).toEqual([]);
  });
});
