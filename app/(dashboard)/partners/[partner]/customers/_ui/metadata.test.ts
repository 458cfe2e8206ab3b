import { expect, it } from "vitest";
import { metadataOf, metadataPatch, repeatedName } from "./metadata";

const entries = (...pairs: [string, string][]) =>
  pairs.map(([name, value], id) => ({ id, name, value }));

it("sends the entries with a name and trims the name", () => {
  expect(metadataOf(entries([" plan ", " a "], ["", "x"], [" ", "y"]))).toEqual({ plan: " a " });
});

it("reports a duplicate name, so that no entry is lost", () => {
  expect(repeatedName(entries(["plan", "1"], ["", "2"], ["", "3"], ["Plan", "4"]))).toBeUndefined();
  expect(repeatedName(entries(["plan", "1"], ["x", "2"], [" plan", "3"]))).toBe("plan");
});

it("patches only the entries that were changed, added or removed", () => {
  expect(metadataPatch({ a: "1", b: "2", c: "3" }, { b: "2", c: "4", d: "5" })).toEqual({
    metadata: { a: null, c: "4", d: "5" },
  });
  expect(metadataPatch({ a: "1" }, { a: "1" })).toEqual({});
});
