import { performance } from "node:perf_hooks";

/** Of the event loop. 200 deliveries a second without other requests use less than half of it. */
const BUSY_UTILIZATION = 0.7;
const MEASURED_MS = 200;

/** Returns whether this process is busy. */
export type IsBusy = () => boolean;

/**
 * By the utilization of the event loop, as the health page shows it for ten seconds. Judges by the
 * time since the last measurement: 200 ms, or more if it was not asked meanwhile.
 */
export function openLoad(): IsBusy {
  let start = performance.eventLoopUtilization();
  let isBusy = false;
  return () => {
    const now = performance.eventLoopUtilization();
    const { active, idle, utilization } = performance.eventLoopUtilization(now, start);
    if (active + idle >= MEASURED_MS) {
      start = now;
      isBusy = utilization > BUSY_UTILIZATION;
    }
    return isBusy;
  };
}
