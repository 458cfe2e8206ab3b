import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { openLoad } from "./load";

it("a process is busy while its event loop has no idle time", async () => {
  const load = openLoad();
  const endMs = performance.now() + 50;
  while (performance.now() < endMs);
  load.measure();
  expect(load.isBusy).toBe(true);
  await pause(200);
  load.measure();
  expect(load.isBusy).toBe(false);
});
