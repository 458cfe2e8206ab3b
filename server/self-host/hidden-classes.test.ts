import { expect, test } from "vitest";
import { tick } from "./hidden-classes";

test("tick() returns the object that Node creates for a nextTick() call", async () => {
  const [one, other] = [await tick(), await tick()];
  expect(one).not.toBe(other);
  expect(Object.keys(one)).toEqual(["callback", "args"]);
});
