import { expect, it } from "vitest";
import { createLastKnown } from "./last-known";

/** A value that is read when the test lets it. */
function opened(withinMs = 30) {
  let nowMs = 0;
  const reads: ((value: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => reads.push(resolve));
  const find = createLastKnown(read, { withinMs, maxAgeMs: 60_000, nowMs: () => nowMs });
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { find, reads, advance };
}

it("returns what is read in time", async () => {
  const { find, reads } = opened(10_000);
  const first = find();
  reads[0]?.("a");
  expect(await first).toBe("a");
  const second = find();
  reads[1]?.("b");
  expect(await second).toBe("b");
});

it("does not wait for a slow read, and returns the value of the one before", async () => {
  const { find, reads, advance } = opened();
  expect(await find()).toBeNull();
  reads[0]?.("a");
  await new Promise(setImmediate);
  advance(60_000);
  expect(await find()).toBe("a");
  // One read for all that ask meanwhile, however long it takes.
  expect(await Promise.all([find(), find()])).toEqual(["a", "a"]);
  expect(reads).toHaveLength(2);
  advance(1);
  expect(await find()).toBeNull();
});
