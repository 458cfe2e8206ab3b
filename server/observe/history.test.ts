import { expect, it } from "vitest";
import { createHistory, MAX_SAMPLES } from "./history";

it("keeps the last quarter of an hour, with the decisions of each ten seconds", () => {
  let decisions = 1_000;
  const history = createHistory({
    limiter: () => ({ decisions }),
    pool: () => ({ total: 5, idle: 3 }),
    loop: { read: () => ({ delayMs: { p50: 1, p99: 7 }, busy: 0.1 }) },
    memoryBytes: () => 42,
    pendingWebhooks: () => 9,
  });
  decisions += 30;
  history.take();
  const sample = { loopDelayMs: 7, memoryBytes: 42, busyConnections: 2, pendingWebhooks: 9 };
  expect(history.read()).toEqual([
    { decisions: 0, ...sample },
    { decisions: 30, ...sample },
  ]);
  for (let taken = 0; taken < MAX_SAMPLES; taken++) {
    decisions += taken;
    history.take();
  }
  expect(history.read()).toHaveLength(MAX_SAMPLES);
  expect(history.read().map((one) => one.decisions)).toEqual(
    Array.from({ length: MAX_SAMPLES }, (_, index) => index),
  );
});
