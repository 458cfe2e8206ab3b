import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks";

const EVERY_MS = 10_000;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

/** The event loop's figures for the last full ten seconds; until then, since the start. */
export type Loop = {
  read(): { delayMs: { p50: number; p99: number }; busy: number };
  close(): void;
};

/**
 * Watches the event loop, whose delays affect every request. Calls `onPeriod` after each ten
 * seconds.
 */
export function watchLoop(onPeriod: () => void): Loop {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let since: EventLoopUtilization = performance.eventLoopUtilization();
  const look = () => ({
    // The histogram includes its own sampling interval, which is no delay.
    delayMs: { p50: lateness(delays.percentile(50)), p99: lateness(delays.percentile(99)) },
    busy: performance.eventLoopUtilization(since).utilization,
  });
  let last: ReturnType<typeof look> | null = null;
  const timer = setInterval(() => {
    last = look();
    delays.reset();
    since = performance.eventLoopUtilization();
    onPeriod();
  }, EVERY_MS);
  timer.unref();
  return {
    read: () => last ?? look(),
    close: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}

function lateness(ns: number): number {
  return Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
}
