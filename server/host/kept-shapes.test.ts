import { expect, test } from "vitest";
import { tick } from "./kept-shapes";

test("what is kept of a call of nextTick() is what Node makes of it, and no object of ours", async () => {
  const [one, other] = [await tick(), await tick()];
  expect(one).not.toBe(other);
  expect(Object.keys(one)).toEqual(["callback", "args"]);
});
