import { expect, it } from "vitest";
import { percent, perMinute } from "./rates";

it.each([
  [0, "0%"],
  [0.00004, "<0.1%"],
  [0.125, "12.5%"],
  [0.5, "50%"],
  [1, "100%"],
])("a share of %d is %s", (share, text) => {
  expect(percent(share)).toBe(text);
});

it("large limits can be read", () => {
  expect(perMinute(1_000_000)).toBe("1,000,000/min");
});
