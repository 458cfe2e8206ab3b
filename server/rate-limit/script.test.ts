import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bucketKey } from "./codec";
import { type Bucket, decide, type Outcome } from "./model";
import { scriptFor } from "./script";
import { luaDecider } from "./testing/deciders";
import { redisForTests } from "./testing/redis-for-tests";
import { seeded } from "./testing/simulate";
import { parseState } from "./testing/state";

const START_US = 1_800_000_000_000_000;

const { store } = redisForTests();

let keys = 0;
function newKey() {
  keys += 1;
  const keyId = `key_s${keys}`;
  return { keyId, at: bucketKey({ keyId, partnerId: "prt_test" }) };
}

const name = (n: number) => `caller${String(n).padStart(2, "0")}`;

const limits = fc.constantFrom(1, 2, 6, 7, 60, 299, 300, 301, 6_000, 100_000);
/** Steps that make promises fall due, lapse and stay, in bursts and after long rests. */
const stepUs = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 2_000 }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1_500_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 900_000, max: 8_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 4_000_000_000 }) },
);
const traffic = fc.array(
  fc.record({
    stepUs,
    client: fc.integer({ min: 0, max: 4 }),
    request: fc.integer({ min: 0, max: 3 }),
    newLimit: fc.option(limits, { freq: 40 }),
  }),
  { minLength: 1, maxLength: 150 },
);

describe("the script is the model's twin", () => {
  it("decides and remembers exactly as the model under random traffic", async () => {
    await fc.assert(
      fc.asyncProperty(
        limits,
        fc.integer({ min: 0, max: 150 }),
        traffic,
        async (first, warm, asks) => {
          const { keyId, at } = newKey();
          const lua = luaDecider(store().redis, keyId);
          let bucket: Bucket | null = null;
          let nowUs = START_US;
          let perMinute = first;
          const warming = Array.from({ length: warm }, (_, n) => ({
            stepUs: n % 7,
            client: n % 3,
            request: n % 5,
            newLimit: null,
          }));
          for (const ask of [...warming, ...asks]) {
            nowUs += ask.stepUs;
            perMinute = ask.newLimit ?? perMinute;
            const question = { client: name(ask.client), request: name(ask.request), perMinute };
            const expected = decide({ bucket, ask: question, nowUs });
            bucket = expected.bucket;
            expect(await lua(question, nowUs)).toEqual(expected.outcome);
          }
          const state = await store().redis.get<string>(at);
          expect(parseState(state ?? "")).toEqual(bucket);
        },
      ),
      // Shrinking takes longer than a test may: it would say "timed out" and show nothing.
      { numRuns: 60, seed: 4, endOnFailure: true },
    );
  });

  it("agrees with the model to the microsecond on when a promise is early, on time and lapsed", async () => {
    const mine = { client: name(1), request: name(0) };
    const other = { client: name(2), request: name(0) };
    for (const offsetUs of [-50_001, -50_000, 0, 4_999_999, 5_000_000, 5_000_001]) {
      for (const caller of [mine, other]) {
        const { keyId, at } = newKey();
        const lua = luaDecider(store().redis, keyId);
        let bucket: Bucket | null = null;
        const both = async (ask: { client: string; request: string }, nowUs: number) => {
          const expected = decide({ bucket, ask: { ...ask, perMinute: 12 }, nowUs });
          bucket = expected.bucket;
          expect(await lua({ ...ask, perMinute: 12 }, nowUs)).toEqual(expected.outcome);
          const state = await store().redis.get<string>(at);
          expect(parseState(state ?? "")).toEqual(bucket);
          return expected.outcome;
        };
        for (let n = 0; n < 2; n += 1) await both(other, START_US);
        const { retryAfterSeconds } = await both(mine, START_US);
        await both(caller, START_US + retryAfterSeconds * 1_000_000 + offsetUs);
      }
    }
  });

  it("agrees with the model over every cap, with one caller, one client and many", async () => {
    const random = seeded(7);
    for (const [clients, requests] of [
      [1, 1],
      [1, 900],
      [900, 1],
      [3, 300],
    ] as const) {
      for (const perMinute of [30, 300, 6_000]) {
        const lua = luaDecider(store().redis, newKey().keyId);
        let bucket: Bucket | null = null;
        let nowUs = START_US;
        const expected: Outcome[] = [];
        const answers: Outcome[] = [];
        for (let i = 0; i < 1_050 + perMinute / 6; i += 1) {
          nowUs += Math.floor(random() * 3_000);
          const client = name(Math.floor(random() * clients)).slice(-8);
          const request = name(Math.floor(random() * requests)).slice(-8);
          const ask = { client, request, perMinute };
          const decision = decide({ bucket, ask, nowUs });
          bucket = decision.bucket;
          expected.push(decision.outcome);
          answers.push(await lua(ask, nowUs));
        }
        expect(answers).toEqual(expected);
      }
    }
  });
});

describe("the stored state", () => {
  it("stays under 32 KiB at every cap, and under 8 KiB with 200 waiting", async () => {
    const { keyId, at } = newKey();
    const lua = luaDecider(store().redis, keyId);
    for (let i = 0; i < 250; i += 1) {
      await lua({ client: name(i).slice(-8), request: name(0), perMinute: 300 }, START_US + i);
    }
    expect(await store().redis.strlen(at)).toBeLessThan(8 * 1024);
    for (let i = 0; i < 3_000; i += 1) {
      await lua(
        { client: `c${String(i).padStart(7, "0")}`, request: name(0), perMinute: 300 },
        START_US + i,
      );
    }
    expect(await store().redis.strlen(at)).toBeLessThan(32 * 1024);
  });

  it("is gone by itself once the bucket is as good as new", async () => {
    const { keyId, at } = newKey();
    const lua = luaDecider(store().redis, keyId);
    await lua({ client: name(1), request: name(1), perMinute: 300 }, START_US);
    const ttlMs = await store().redis.pttl(at);
    expect(ttlMs).toBeGreaterThan(0);
    expect(ttlMs).toBeLessThanOrEqual(1_200);
  });

  it("stays until the last promise has lapsed", async () => {
    const { keyId, at } = newKey();
    const lua = luaDecider(store().redis, keyId);
    const ask = { client: name(1), request: name(1), perMinute: 6 };
    await lua(ask, START_US);
    const { retryAfterSeconds } = await lua(ask, START_US);
    expect(await store().redis.pttl(at)).toBeGreaterThan(retryAfterSeconds * 1_000 + 5_000);
  });

  it.each([
    ["empty", ""],
    ["foreign", "hello"],
    ["another version's", "L9 300 1 0 0 "],
    ["one of impossible numbers", `L1 300 ${"9".repeat(400)} 0 0 `],
    ["one without promises from an hour ahead", `L1 300 ${START_US + 3_500_000_000} 0 0 `],
    [
      "one with a promise in the year 2100",
      `L1 300 ${START_US} 0 1 4102444800000000scaller01caller01`,
    ],
    ["one with fewer promises than it says", `L1 300 ${START_US} 0 3 `],
    ["one whose last promise is due at no time", `L1 300 0 0 1 ${"x".repeat(16)}scaller01caller01`],
    ["one of a limit of zero", `L1 0 ${START_US} 0 0 `],
  ])("starts afresh from a state that is %s", async (_, text) => {
    const { keyId, at } = newKey();
    await store().redis.set(at, text);
    const lua = luaDecider(store().redis, keyId);
    const outcome = await lua({ client: name(1), request: name(1), perMinute: 300 }, START_US);
    expect(outcome).toMatchObject({ admitted: true, remaining: 49 });
  });

  it("starts afresh from a value of another type", async () => {
    const { keyId, at } = newKey();
    await store().redis.hset(at, { refilledAt: 1, tokens: 2 });
    const lua = luaDecider(store().redis, keyId);
    const ask = { client: name(1), request: name(1), perMinute: 300 };
    expect((await lua(ask, START_US)).remaining).toBe(49);
    expect((await lua(ask, START_US)).remaining).toBe(48);
  });

  it("never errs and never locks a key out, however its state is damaged", async () => {
    const { keyId, at } = newKey();
    const lua = luaDecider(store().redis, keyId);
    for (let i = 0; i < 120; i += 1) {
      await lua({ client: name(i % 9), request: name(i % 4), perMinute: 300 }, START_US + i);
    }
    const whole = (await store().redis.get<string>(at)) ?? "";
    const damage = fc.oneof(
      fc.integer({ min: 0, max: whole.length }).map((end) => whole.slice(0, end)),
      fc.integer({ min: 0, max: whole.length }).map((from) => whole.slice(from)),
      fc
        .array(fc.tuple(fc.nat(whole.length - 1), fc.constantFrom("0", "9", "x", " ", "-", "\0")), {
          minLength: 1,
          maxLength: 40,
        })
        .map((edits) =>
          edits.reduce((text, [i, c]) => text.slice(0, i) + c + text.slice(i + 1), whole),
        ),
      fc.string({ maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (text) => {
        await store().redis.set(at, `${text}`);
        let nowUs = START_US + 200;
        let admitted = 0;
        for (let i = 0; i < 40; i += 1) {
          const outcome = await lua({ client: name(1), request: name(1), perMinute: 300 }, nowUs);
          if (outcome.admitted) admitted += 1;
          nowUs += 2_000_000;
        }
        expect(admitted).toBeGreaterThan(20);
      }),
      { numRuns: 150, seed: 4 },
    );
  });

  it("tells Upstash, and only Upstash, which keys it locks", () => {
    expect(scriptFor({ locksKeys: true }).text.startsWith("#!lua flags=allow-key-locking\n")).toBe(
      true,
    );
    expect(scriptFor({ locksKeys: false }).text).not.toContain("#!");
  });
});
