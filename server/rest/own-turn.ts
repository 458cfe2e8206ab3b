import { setImmediate } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller gets, so that requests which arrived
 * meanwhile are served between two pieces of long work.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
