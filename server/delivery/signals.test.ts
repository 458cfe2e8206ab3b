import { expect, it } from "vitest";
import { Signals } from "./signals";

it("joins signals about partners, and one about all replaces them", () => {
  const signals = new Signals(() => false);
  expect([signals.isEmpty, signals.waitMs(0), signals.take(0)]).toEqual([
    true,
    Number.POSITIVE_INFINITY,
    null,
  ]);
  signals.add(["prt_1", "prt_2"]);
  signals.add(["prt_2", "prt_3"]);
  expect(signals.take(0)).toEqual(["prt_1", "prt_2", "prt_3"]);
  expect(signals.isEmpty).toBe(true);
  signals.add(["prt_1"]);
  signals.add("all");
  signals.add(["prt_1"]);
  expect(signals.take(0)).toBe("all");
  signals.add(["prt_1"]);
  signals.drop();
  expect(signals.take(0)).toBeNull();
});

it("a busy process takes them every 100 ms, an idle one at once", () => {
  let isBusy = true;
  const signals = new Signals(() => isBusy);
  signals.add(["prt_1"]);
  expect(signals.take(1_000)).toEqual(["prt_1"]);
  signals.add(["prt_2"]);
  expect([signals.waitMs(1_040), signals.take(1_040)]).toEqual([60, null]);
  signals.add(["prt_3"]);
  expect([signals.waitMs(1_100), signals.take(1_100)]).toEqual([0, ["prt_2", "prt_3"]]);
  isBusy = false;
  signals.add(["prt_4"]);
  expect(signals.take(1_101)).toEqual(["prt_4"]);
});
