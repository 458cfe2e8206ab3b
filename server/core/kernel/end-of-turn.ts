import { setImmediate } from "node:timers";

let due: (() => void)[] = [];

/**
 * Runs `work` at the end of the event loop's turn, together with everything else that waits for it:
 * what they send to one connection is then one write. No `work` may throw.
 */
export function atEndOfTurn(work: () => void): void {
  if (due.push(work) > 1) return;
  setImmediate(() => {
    const all = due;
    due = [];
    for (const one of all) one();
  });
}
