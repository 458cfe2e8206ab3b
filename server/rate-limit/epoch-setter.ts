import { setTimeout as pause } from "node:timers/promises";
import type { LimitLog } from "./store";

const RETRY_MS = 250;

/** Sets the epochs of partners, and tries again while the store does not take them. */
type EpochSetter = {
  /** See RateLimiter.setEpoch(). */
  set(partnerId: string, how: { narrows: boolean }): Promise<boolean>;
  close(): void;
};

export function createEpochSetter(options: {
  /** Sets a new epoch; false if that failed. Must not reject. */
  set: (partnerId: string) => Promise<boolean>;
  /** Whether the store is known to be out. */
  isOut: (partnerId: string) => boolean;
  log: LimitLog;
  patienceMs: number;
}): EpochSetter {
  const { set, isOut, log, patienceMs } = options;
  /** Until when epochs are tried that nobody waits for. One attempt at a time for each partner. */
  const owed = new Map<string, number>();
  let isClosed = false;

  async function payOff(partnerId: string): Promise<void> {
    for (;;) {
      await pause(RETRY_MS, undefined, { ref: false });
      const untilMs = owed.get(partnerId) ?? 0;
      if (isClosed || performance.now() >= untilMs) break;
      // A write that comes during the attempt moves the time: its change may be later than the set.
      if ((await set(partnerId)) && owed.get(partnerId) === untilMs) break;
    }
    owed.delete(partnerId);
  }

  function goOn(partnerId: string): void {
    const isRunning = owed.has(partnerId);
    owed.set(partnerId, performance.now() + patienceMs);
    if (!isRunning) void payOff(partnerId);
  }

  /** Whether it had to wait. */
  async function untilSure(partnerId: string): Promise<boolean> {
    const untilMs = performance.now() + patienceMs;
    if (await set(partnerId)) return false;
    log.warn(
      { partnerId, seconds: patienceMs / 1_000 },
      "the rate limit store can't record that access was taken away; the response waits until no server can use older data",
    );
    for (;;) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return true;
      await pause(Math.min(RETRY_MS, leftMs));
      if (await set(partnerId)) return true;
    }
  }

  return {
    async set(partnerId, { narrows }) {
      if (narrows) return untilSure(partnerId);
      if (isOut(partnerId) || !(await set(partnerId))) goOn(partnerId);
      return false;
    },
    close: () => {
      isClosed = true;
    },
  };
}
