import { expect, it } from "vitest";
import { exactShare } from "./exact-share";

it.each([
  [1_234_567, 22.5, "EUR", "2777.77575"],
  [1_000, 20, "EUR", "2"],
  [906, 20, "EUR", "1.812"],
  [-1, 0.01, "EUR", "-0.000001"],
  [1_001, 12.5, "JPY", "125.125"],
  [0, 20, "EUR", "0"],
])("the exact share of %s at %s%% in %s is %s", (net, percent, currency, exact) => {
  expect(exactShare(net, percent, currency)).toBe(exact);
});
