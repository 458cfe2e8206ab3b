import { performance } from "node:perf_hooks";

/** Above this utilization of the event loop, requests already wait for each other. */
const BUSY_UTILIZATION = 0.9;

/** How busy this process is. */
export type Load = {
  isBusy: boolean;
  /** Measures the time since the last call. */
  measure(): void;
};

export function openLoad(): Load {
  let last = performance.eventLoopUtilization();
  return {
    isBusy: false,
    measure() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      this.isBusy = utilization > BUSY_UTILIZATION;
    },
  };
}
