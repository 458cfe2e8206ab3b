import { setImmediate, setTimeout } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller gets. Between two callers the process
 * rests for as long as the first one has worked, so that other requests are served meanwhile.
 */
export function ownTurn(): Promise<void> {
  last = last.then(async () => {
    const since = performance.now();
    // After what the caller before does until it waits for something.
    await setImmediate();
    const worked = performance.now() - since;
    if (worked >= 1) await setTimeout(worked);
  });
  return last;
}
