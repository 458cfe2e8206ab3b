import { expect, it } from "vitest";
import { createTurns } from "./turns";

function workFor(ms: number): void {
  for (const since = performance.now(); performance.now() - since < ms; );
}

it("between two callers it rests for as many times as the first one has worked", async () => {
  const turn = createTurns({ restTimes: 4 });
  const starts = await Promise.all(
    [10, 20, 0].map(async (ms) => {
      await turn();
      const start = performance.now();
      workFor(ms);
      return start;
    }),
  );
  const [first = 0, second = 0, third = 0] = starts;
  expect(second - first).toBeGreaterThanOrEqual(49);
  expect(third - second).toBeGreaterThanOrEqual(99);
});

it("a caller that fails holds up no other", async () => {
  const turn = createTurns({ restTimes: 1 });
  const failing = turn().then(() => Promise.reject(new Error("no")));
  const next = turn().then(() => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});
