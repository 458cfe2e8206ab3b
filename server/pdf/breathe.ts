import { setImmediate } from "node:timers/promises";

const MAX_MS = 4;
let since = performance.now();

/** Lets everything that waits for the event loop run first, if it has waited for some milliseconds. */
export async function breathe(): Promise<void> {
  if (performance.now() - since < MAX_MS) return;
  await setImmediate();
  since = performance.now();
}
