import { expect, it } from "vitest";
import { readsOfTurn } from "./shared-reads";

it("all that ask within a turn share a read that begins after them; later ones get another", async () => {
  const begun: string[] = [];
  let value = 1;
  const read = readsOfTurn(async (name) => {
    begun.push(name);
    return value;
  });
  const first = [read("a"), read("a"), read("b")];
  expect(begun).toEqual([]);
  value = 2;
  const late = Promise.resolve().then(() => read("a"));
  expect(await Promise.all([...first, late])).toEqual([2, 2, 2, 2]);
  expect(begun).toEqual(["a", "b"]);
  value = 3;
  expect(await read("a")).toBe(3);
});

it("a read that fails is not remembered", async () => {
  let isAway = true;
  const read = readsOfTurn(async () => {
    if (isAway) throw new Error("away");
    return 1;
  });
  await expect(read("a")).rejects.toThrow("away");
  isAway = false;
  expect(await read("a")).toBe(1);
});
