import { expect, it } from "vitest";
import type { KeyUsage } from "@/app/_trpc/types";
import { requestsByKey } from "./by-key";

function used(keyId: string, hours: number[]): KeyUsage {
  const succeeded = hours.reduce((sum, count) => sum + count, 0);
  const none = { failed: 0, rateLimited: 0, lastUsedAt: null, lastUsedAddress: null };
  return { keyId, hours, succeeded, ...none, unusedScopes: [] };
}

const key = (id: string, label = id) => ({ id, label, tail: `of${id}` });

it("the five busiest keys have a series each, and all others share one", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g"];
  const usage = ids.map((id, index) => used(id, [index, 1]));
  const { series, hours } = requestsByKey(
    ids.map((id) => key(id)),
    usage,
  );
  expect(series.map(({ name }) => name)).toEqual(["g", "f", "e", "d", "c", "Other"]);
  expect(hours).toEqual([
    [6, 5, 4, 3, 2, 1],
    [1, 1, 1, 1, 1, 2],
  ]);
  expect(new Set(series.map(({ look }) => look)).size).toBe(6);
});

it("a key without requests has no series, and five keys leave nothing for others", () => {
  const usage = ["a", "b", "c", "d", "e"].map((id) => used(id, [1]));
  const { series, hours } = requestsByKey([key("a"), key("z")], [used("z", [0]), ...usage]);
  expect(series).toHaveLength(5);
  expect(hours).toEqual([[1, 1, 1, 1, 1]]);
  expect(requestsByKey([], [])).toEqual({ series: [], hours: [] });
});

it("series of the same name are told apart by the end of their keys", () => {
  const keys = [key("1", "Billing"), key("2", "Billing"), key("3", "Other"), key("4", "Sync")];
  const usage = keys.map(({ id }, index) => used(id, [9 - index]));
  expect(requestsByKey(keys, usage).series.map(({ name }) => name)).toEqual([
    "Billing (…of1)",
    "Billing (…of2)",
    "Other (…of3)",
    "Sync",
  ]);
});
