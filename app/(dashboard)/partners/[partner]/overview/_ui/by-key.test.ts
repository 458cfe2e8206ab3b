import { expect, it } from "vitest";
import { requestsByKey } from "./by-key";

const busy = (id: string, hours: number[], label = id) => ({
  key: { id, label, tail: `of${id}` },
  hours,
});

it("the busiest keys have a series each, and all others share one", () => {
  const busiest = ["g", "f", "e", "d", "c"].map((id, index) => busy(id, [6 - index, 1]));
  const { series, hours } = requestsByKey({ hours: [21, 7] }, busiest);
  expect(series.map(({ name }) => name)).toEqual(["g", "f", "e", "d", "c", "Other"]);
  expect(hours).toEqual([
    [6, 5, 4, 3, 2, 1],
    [1, 1, 1, 1, 1, 2],
  ]);
  expect(new Set(series.map(({ look }) => look)).size).toBe(6);
});

it("there are no others if the busiest keys made all requests", () => {
  const { series, hours } = requestsByKey({ hours: [3, 0] }, [
    busy("a", [2, 0]),
    busy("b", [1, 0]),
  ]);
  expect(series.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(hours).toEqual([
    [2, 1],
    [0, 0],
  ]);
  expect(requestsByKey({ hours: [] }, [])).toEqual({ series: [], hours: [] });
});

it("series of the same name are distinguished by the end of their keys", () => {
  const busiest = [
    busy("1", [9], "Billing"),
    busy("2", [8], "Billing"),
    busy("3", [7], "Other"),
    busy("4", [6], "Sync"),
  ];
  expect(requestsByKey({ hours: [30] }, busiest).series.map(({ name }) => name)).toEqual([
    "Billing (…of1)",
    "Billing (…of2)",
    "Other (…of3)",
    "Sync",
  ]);
});
