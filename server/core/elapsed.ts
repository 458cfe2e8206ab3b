import { uptime } from "node:os";

/** Three clocks of a machine, in milliseconds. */
type Clocks = {
  /** Time of day, which people and servers set. */
  wall(): number;
  /** Never runs back. On Linux it stands still while the machine is suspended. */
  monotonic(): number;
  /** Since the machine was booted, suspended or not. Costs a system call. */
  sinceBoot(): number;
};

const SYSTEM: Clocks = {
  wall: Date.now,
  monotonic: () => performance.now(),
  sinceBoot: () => uptime() * 1_000,
};

/** Wall and monotonic clock part by less for other reasons than a suspension or a change of the time. */
const NOTICED_MS = 1_000;

/**
 * A monotonic clock, in milliseconds, that counts the time in which the machine was suspended, but for
 * suspensions of under a second. A change of the time of day does not move it.
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

/** The elapsed clock of this process. */
export const elapsedMs = createElapsedClock();
