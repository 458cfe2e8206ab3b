import { describe, expect, it } from "vitest";
import { labeledIndexes, maxLabels, ticksOf } from "./scale";

describe("the ticks of an axis", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [12, [0, 5, 10, 15]],
    [100, [0, 50, 100]],
    [25_499, [0, 10_000, 20_000, 30_000]],
  ])("for a maximum of %i are %j", (highest, ticks) => {
    expect(ticksOf(highest)).toEqual(ticks);
  });

  it.each([
    [0, -3, [-3, -2, -1, 0]],
    [300, -50, [-100, 0, 100, 200, 300]],
    [0, -25_499, [-30_000, -20_000, -10_000, 0]],
  ])("for values up to %i and down to %i are %j", (highest, lowest, ticks) => {
    expect(ticksOf(highest, lowest)).toEqual(ticks);
  });

  it("exceed the highest value, are integers, and are at most six", () => {
    for (let highest = 0; highest < 5_000_000; highest = highest * 1.37 + 1) {
      const ticks = ticksOf(Math.floor(highest));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.floor(highest));
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
});

it("labels at most the given number of points, including the first", () => {
  expect(labeledIndexes(30, 6)).toEqual([0, 5, 10, 15, 20, 25]);
  expect(labeledIndexes(3, 6)).toEqual([0, 1, 2]);
  expect(labeledIndexes(0, 6)).toEqual([]);
  for (let points = 1; points < 400; points++) {
    expect(labeledIndexes(points, 6).length).toBeLessThanOrEqual(6);
  }
});

it.each([
  ["Nov 2026", 180, 2],
  ["Nov 2026", 480, 6],
  ["Nov 22", 280, 5],
  ["Nov 22, 11 PM", 180, 1],
])("labels as many points as fit: %s, %i px", (label, width, most) => {
  expect(maxLabels([{ label: "" }, { label }], width)).toBe(most);
});
