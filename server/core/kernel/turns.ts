import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * Returns a function that resolves in a turn of the event loop that no other caller gets. Between
 * two callers the process rests for `restTimes` as long as the first one has worked until it waited
 * for something, so that other requests are served meanwhile.
 */
export function createTurns({ restTimes }: { restTimes: number }): () => Promise<void> {
  let since = 0;
  let last: Promise<void> = Promise.resolve();

  async function rest(): Promise<void> {
    // After all that the caller does in this turn.
    await setImmediate();
    const restMs = Math.floor((performance.now() - since) * restTimes);
    if (restMs >= 1) await setTimeout(restMs);
  }

  return () => {
    const turn = last.then(() => {
      since = performance.now();
    });
    last = turn.then(rest);
    return turn;
  };
}
