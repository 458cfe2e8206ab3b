import { expect, it } from "vitest";
import { fewPerTurn } from "./few-per-turn";

const nextTurn = () => new Promise(setImmediate);
const settled = async () => {
  for (let n = 0; n < 3; n++) await Promise.resolve();
};

function stand() {
  const state = { accepted: 0, nowMs: 0 };
  const take = fewPerTurn({ few: 3, accepted: () => state.accepted, now: () => state.nowMs });
  const passed: number[] = [];
  const arrive = (n: number) => void take().then(() => passed.push(n));
  return { state, passed, arrive };
}

it("lets a few through in each turn, in order, and nobody in front of those who wait", async () => {
  const { passed, arrive } = stand();
  for (let n = 0; n < 10; n++) arrive(n);
  await settled();
  expect(passed).toEqual([0, 1, 2]);
  const perTurn: number[] = [];
  while (passed.length < 20) {
    const before = passed.length;
    await nextTurn();
    perTurn.push(passed.length - before);
    if (perTurn.length === 1) for (let n = 10; n < 20; n++) arrive(n);
  }
  expect(passed).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(Math.max(...perTurn)).toBe(3);
  await nextTurn();
  await nextTurn();
  arrive(20);
  await settled();
  expect(passed.at(-1)).toBe(20);
});

it("lets nobody through in turns in which connections arrive, for a while", async () => {
  const { state, passed, arrive } = stand();
  state.accepted++;
  for (let n = 0; n < 6; n++) arrive(n);
  for (let turns = 0; turns < 10; turns++) {
    await nextTurn();
    state.accepted++;
  }
  expect(passed).toEqual([]);
  // However long they go on.
  state.nowMs += 200;
  await nextTurn();
  state.accepted++;
  await nextTurn();
  expect(passed).toHaveLength(6);
});

it("lets a request through that follows its connection", async () => {
  const { state, passed, arrive } = stand();
  state.accepted++;
  arrive(0);
  await settled();
  expect(passed).toEqual([]);
  await nextTurn();
  await nextTurn();
  await settled();
  expect(passed).toEqual([0]);
});
