import { describe, expect, it } from "vitest";
import { rateLimitHeaders } from "./headers";
import { parseReply } from "./verdict";

function headersOf(reply: number[], perMinute = 300) {
  const { verdict } = parseReply(reply, { perMinute, epoch: null });
  if (verdict.kind === "stale") throw new Error("stale");
  return rateLimitHeaders(verdict);
}

describe("the headers", () => {
  it("say what an admitted request left over", () => {
    expect(headersOf([1, 49, 1, 0, 0])).toEqual({
      "ratelimit-policy": '"burst";q=50;w=10',
      ratelimit: '"burst";r=49;t=1',
    });
  });

  it("tell a refused one when to come back, in whole seconds", () => {
    expect(headersOf([0, 0, 12, 3, 0])).toMatchObject({
      ratelimit: '"burst";r=0;t=12',
      "retry-after": "3",
    });
  });

  it.each([
    [1, '"burst";q=1;w=60'],
    [7, '"burst";q=1;w=10'],
    [60, '"burst";q=10;w=10'],
    [6_000, '"burst";q=1000;w=10'],
  ])("state the policy of a limit of %i a minute", (perMinute, policy) => {
    expect(headersOf([1, 0, 1, 0, 0], perMinute)["ratelimit-policy"]).toBe(policy);
  });
});

describe("a store's answer", () => {
  it.each([
    [null],
    [7],
    [""],
    ["OK"],
    ["e123"],
    [[]],
    [[1, 2, 3, 4]],
    [[1, -1, 0, 0, 0]],
    [[1, 0.5, 0, 0, 0]],
    [["1", 0, 0, 0, 0]],
  ] as unknown[][])("of %j is no verdict", (reply) => {
    expect(() => parseReply(reply, { perMinute: 300, epoch: null })).toThrow(TypeError);
  });
});
