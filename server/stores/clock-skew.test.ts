import { afterEach, expect, it, vi } from "vitest";
import { platformForTests } from "../testing/platform";
import { clockFault, clockSkewSeconds } from "./clock-skew";

const platform = await platformForTests();
afterEach(() => vi.useRealTimers());
const MINUTE_MS = 60_000;

const shift = (ms: number) => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
};

it("readiness names a clock that is hours from PostgreSQL's", async () => {
  shift(26 * 60 * MINUTE_MS);
  // A check of a busy machine may be late, and then says nothing.
  const problems = async () => (await platform.wiring.watch.health()).problems;
  await expect.poll(problems).toEqual({
    clock: "this machine's clock is 26 h ahead of PostgreSQL's: synchronize both with NTP",
  });
});

it.each([
  [0, null],
  [0.8, null],
  [-0.8, null],
  [6, "6 min ahead of PostgreSQL's"],
  [-6, "6 min behind PostgreSQL's"],
  [120, "2 h ahead of PostgreSQL's"],
])("a clock that is off by %d minutes", async (minutes, problem) => {
  shift(minutes * MINUTE_MS);
  const found = clockFault(await clockSkewSeconds(platform.system.db));
  expect(found).toEqual(problem === null ? null : expect.stringContaining(problem));
});

it("a database that doesn't answer says nothing about the clock", () => {
  expect(clockFault(null)).toBeNull();
});
