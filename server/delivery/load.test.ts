import { expect, it } from "vitest";
import { openLoad } from "./load";

it("a process is busy while its event loop has no idle time", async () => {
  const isBusy = openLoad();
  expect(isBusy()).toBe(false);
  const endMs = performance.now() + 300;
  while (performance.now() < endMs);
  expect(isBusy()).toBe(true);
  // Idle, unless the machine has no time for this process.
  await expect.poll(isBusy, { interval: 250 }).toBe(false);
});
