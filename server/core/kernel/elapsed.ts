import { uptime } from "node:os";

/** Three clocks of a machine, in milliseconds. */
type Clocks = {
  /** Time of day, which people and time servers may set. */
  wall(): number;
  /** Never goes backwards. On Linux it stops while the machine is suspended. */
  monotonic(): number;
  /** Time since boot, suspensions included. Costs a system call. */
  sinceBoot(): number;
};

const SYSTEM: Clocks = {
  wall: Date.now,
  monotonic: () => performance.now(),
  sinceBoot: () => uptime() * 1_000,
};

/**
 * Wall and monotonic clock drift apart by less than this, except after a suspension or a change of
 * the time.
 */
const NOTICED_MS = 1_000;

/**
 * A monotonic clock in milliseconds that includes the time while the machine was suspended, except
 * for suspensions under a second. Changing the time of day does not affect it.
 */
export function createElapsedClock(clocks: Clocks = SYSTEM): () => number {
  const bootedBefore = clocks.sinceBoot() - clocks.monotonic();
  let skewMs = clocks.wall() - clocks.monotonic();
  let suspendedMs = 0;
  return () => {
    const awakeMs = clocks.monotonic();
    const newSkewMs = clocks.wall() - awakeMs;
    if (Math.abs(newSkewMs - skewMs) >= NOTICED_MS) {
      skewMs = newSkewMs;
      suspendedMs = Math.max(suspendedMs, clocks.sinceBoot() - awakeMs - bootedBefore);
    }
    return awakeMs + suspendedMs;
  };
}

export const elapsedMs = createElapsedClock();
