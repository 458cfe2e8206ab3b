import { setImmediate, setTimeout } from "node:timers/promises";

/** How long drawing holds the event loop, apart from what can't be divided. */
const MAX_MS = 4;
/** Then it rests for so many times as long: drawing takes at most a fifth of the process. */
const REST = 4;

/**
 * Divides the work of one document: `breathe()` rests if it has worked for some milliseconds, so that
 * the API goes first.
 */
export function createBreathing() {
  let since = performance.now();
  return async function breathe(): Promise<void> {
    const worked = performance.now() - since;
    if (worked < MAX_MS) return;
    await setTimeout(worked * REST);
    // Once more, so that what arrived meanwhile is served first.
    await setImmediate();
    since = performance.now();
  };
}

export type Breathe = ReturnType<typeof createBreathing>;
