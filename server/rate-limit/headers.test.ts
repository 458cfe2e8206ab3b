import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateLimitHeaders } from "./headers";
import { burstOf } from "./rules";
import { parseReply } from "./verdict";

function headersOf(reply: number[], perMinute = 300) {
  const { verdict } = parseReply(reply, { perMinute, epoch: null });
  if (verdict.kind === "stale") throw new Error("stale");
  return rateLimitHeaders(verdict);
}

describe("the headers", () => {
  it("say what an admitted request left over", () => {
    expect(headersOf([1, 49, 1, 0, 0, 0])).toEqual({
      "ratelimit-policy": '"burst";q=50;w=10',
      ratelimit: '"burst";r=49;t=1',
    });
  });

  it("tell a refused one when to come back, in whole seconds", () => {
    expect(headersOf([0, 0, 9, 3, 2_900_000, 0])).toMatchObject({
      ratelimit: '"burst";r=0;t=9',
      "retry-after": "3",
    });
  });

  it.each([
    [1, '"burst";q=1;w=60'],
    [7, '"burst";q=1;w=10'],
    [60, '"burst";q=10;w=10'],
    [6_000, '"burst";q=1000;w=10'],
  ])("state the policy of a limit of %i a minute", (perMinute, policy) => {
    expect(headersOf([1, 0, 1, 0, 0, 0], perMinute)["ratelimit-policy"]).toBe(policy);
  });
});

/** The numbers in the headers, by their names. */
function numbersIn(headers: Record<string, string>): Record<string, number | undefined> {
  const text = `${headers["ratelimit-policy"]};${headers.ratelimit}`;
  const pairs = [...text.matchAll(/;([a-z])=(\d+)/g)].map(([, name, n]) => [name, Number(n)]);
  return Object.fromEntries(pairs);
}

it("agree with each other, whatever the verdict", () => {
  const told = fc.record({
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
    fc.property(told, (verdict) => {
      const burst = burstOf(verdict.perMinute);
      const headers = rateLimitHeaders({ ...verdict, burst });
      const { q = 0, w = 0, r = -1, t } = numbersIn(headers);
      const wait = Number(headers["retry-after"] ?? 0);
      expect(r >= 0 && r <= q).toBe(true);
      if (verdict.kind === "refused") expect([r, wait >= 1]).toEqual([0, true]);
      else expect(wait).toBe(0);
      // Nothing is said of when the bucket is full, rather than something that the rest contradicts.
      if (t !== undefined) expect([t <= w, t >= wait, t === 0]).toEqual([true, true, r === q]);
      const isPlain = verdict.resetSeconds <= w && verdict.resetSeconds >= wait;
      if (isPlain && verdict.resetSeconds > 0) expect(t).toBeDefined();
    }),
    { numRuns: 2_000 },
  );
});

describe("a store's answer", () => {
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
  ] as unknown[][])("of %j is no verdict", (reply) => {
    expect(() => parseReply(reply, { perMinute: 300, epoch: null })).toThrow(TypeError);
  });
});
