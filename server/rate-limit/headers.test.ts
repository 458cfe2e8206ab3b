import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { burstOf } from "../core/keys/limits";
import type { Bucket } from "./bucket";
import { rateLimitHeaders } from "./headers";
import { decide, type Outcome } from "./model";
import { randomTraffic } from "./testing/traffic";
import { mark } from "./testing/workers";
import { parseReply } from "./verdict";

function headersOf(reply: number[], perMinute = 300) {
  const { verdict } = parseReply(reply, { perMinute, epoch: null });
  if (verdict.kind === "stale") throw new Error("stale");
  return rateLimitHeaders(verdict);
}

describe("the headers", () => {
  it("give the remaining requests of an admitted request", () => {
    expect(headersOf([1, 49, 1, 0, 0, 0])).toEqual({
      "ratelimit-policy": '"burst";q=50;w=10, "minute";q=300;w=60',
      ratelimit: '"burst";r=49;t=1',
    });
  });

  it("give a refused request its wait in whole seconds", () => {
    expect(headersOf([0, 0, 9, 3, 2_900_000, 0])).toMatchObject({
      ratelimit: '"burst";r=0;t=9',
      "retry-after": "3",
    });
  });

  it.each([
    [1, '"burst";q=1;w=60, "minute";q=1;w=60'],
    [7, '"burst";q=1;w=10, "minute";q=7;w=60'],
    [60, '"burst";q=10;w=10, "minute";q=60;w=60'],
    [6_000, '"burst";q=1000;w=10, "minute";q=6000;w=60'],
  ])("give the policy of a limit of %i per minute", (perMinute, policy) => {
    expect(headersOf([1, 0, 1, 0, 0, 0], perMinute)["ratelimit-policy"]).toBe(policy);
  });
});

/** The numbers in the headers, by name. */
function numbersIn(headers: Record<string, string>): Record<string, number | undefined> {
  const [burst] = headers["ratelimit-policy"]?.split(", ") ?? [];
  const text = `${burst};${headers.ratelimit}`;
  const pairs = [...text.matchAll(/;([a-z])=(\d+)/g)].map(([, name, n]) => [name, Number(n)]);
  return Object.fromEntries(pairs);
}

it("are consistent with each other for any verdict", () => {
  const arbitraryVerdict = fc.record({
    kind: fc.constantFrom("admitted", "refused"),
    perMinute: fc.integer({ min: 1, max: 100_000 }),
    remaining: fc.oneof(fc.nat(60), fc.nat(20_000)),
    resetSeconds: fc.oneof(fc.nat(20), fc.nat(4_000)),
    retryAfterSeconds: fc.oneof(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 3_600 }),
    ),
  });
  fc.assert(
    fc.property(arbitraryVerdict, (verdict) => {
      const burst = burstOf(verdict.perMinute);
      const headers = rateLimitHeaders({ ...verdict, burst });
      const { q = 0, w = 0, r = -1, t } = numbersIn(headers);
      const wait = Number(headers["retry-after"] ?? 0);
      expect(r >= 0 && r <= q).toBe(true);
      if (verdict.kind === "refused") expect([r, wait >= 1]).toEqual([0, true]);
      else expect(wait).toBe(0);
      // `t` is omitted rather than contradicting the rest.
      if (t !== undefined) expect([t <= w, t >= wait, t === 0]).toEqual([true, true, r === q]);
      const isPlain = verdict.resetSeconds <= w && verdict.resetSeconds >= wait;
      if (isPlain && verdict.resetSeconds > 0) expect(t).toBeDefined();
    }),
    { numRuns: 2_000 },
  );
});

describe("the headers match the verdicts that follow, with pending promises", () => {
  const SECOND_US = 1_000_000;
  type Seen = { bucket: Bucket; perMinute: number; nowUs: number };

  /** How many callers without a promise are admitted now, one after the other. */
  function strangersAdmitted({ bucket, perMinute, nowUs }: Seen, most: number): number {
    let known = bucket;
    for (let n = 0; n < most; n += 1) {
      const ask = { client: mark("s", n), caller: mark("t", n), isNamed: true, perMinute };
      const { bucket: after, outcome } = decide({ bucket: known, ask, nowUs });
      if (!outcome.admitted) return n;
      known = after;
    }
    return most;
  }

  function headersFor(
    { kind, ...outcome }: Outcome & { kind: "admitted" | "refused" },
    limit: number,
  ) {
    const headers = rateLimitHeaders({ ...outcome, kind, perMinute: limit, burst: burstOf(limit) });
    return { numbers: numbersIn(headers), wait: Number(headers["retry-after"] ?? 0) };
  }

  it.each(Array.from({ length: 40 }, (_, seed) => seed))("in random traffic %i", (seed) => {
    const { next } = randomTraffic(seed);
    let bucket: Bucket | null = null;
    for (let n = 0; n < 150; n += 1) {
      const { ask, nowUs } = next(bucket);
      const decision = decide({ bucket, ask, nowUs });
      const { outcome } = decision;
      bucket = decision.bucket;
      // A held request gets its response later.
      if (ask.hold !== undefined) continue;
      const { perMinute } = ask;
      const kind = outcome.admitted ? "admitted" : "refused";
      const { numbers, wait } = headersFor({ ...outcome, kind }, perMinute);
      const { q = 0, w = 0, r = -1, t } = numbers;
      expect([r >= 0 && r <= q, t === undefined || (t <= w && t >= wait)]).toEqual([true, true]);
      const seen = { bucket, perMinute, nowUs };
      if (r <= 60) {
        const admitted = strangersAdmitted(seen, r + 1);
        if (outcome.admitted && r < q) expect(admitted).toBe(r);
        else expect(admitted).toBeGreaterThanOrEqual(r);
      }
      if (t !== undefined && bucket.promises.length === 0 && q <= 60) {
        expect(strangersAdmitted({ ...seen, nowUs: nowUs + t * SECOND_US }, q)).toBe(q);
      }
      if (outcome.admitted || outcome.unreserved) continue;
      const back = { bucket, ask, nowUs: nowUs + wait * SECOND_US };
      expect(decide(back).outcome.admitted).toBe(true);
    }
  });
});

describe("a reply of the store", () => {
  it.each([
    [null],
    [7],
    [""],
    ["OK"],
    ["e123"],
    [[]],
    [[1, 2, 3, 4, 5]],
    [[1, -1, 0, 0, 0, 0]],
    [[1, 0.5, 0, 0, 0, 0]],
    [["1", 0, 0, 0, 0, 0]],
  ] as unknown[][])("of %j is rejected", (reply) => {
    expect(() => parseReply(reply, { perMinute: 300, epoch: null })).toThrow(TypeError);
  });
});
