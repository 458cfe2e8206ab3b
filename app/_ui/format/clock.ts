import { MINUTE_MS } from "./time";

/** A smaller difference is that of ordinary clocks, or of a slow network. */
const TOLERATED_MS = 2 * MINUTE_MS;

let aheadMs: number | null = null;

/**
 * Compares the browser's clock with the server's, which was at `serverMs` when it rendered the document.
 * Called again, it changes nothing.
 */
export function compareClocks(serverMs: number): void {
  if (typeof window === "undefined" || aheadMs !== null) return;
  // When the response arrived. A page can be hydrated much later, after the computer has slept.
  const navigation = performance.getEntriesByType("navigation").at(0);
  const waitedMs = (navigation as PerformanceNavigationTiming | undefined)?.responseStart ?? 0;
  const arrivedMs = performance.timeOrigin + waitedMs;
  const difference = arrivedMs - serverMs;
  aheadMs = Math.abs(difference) > TOLERATED_MS ? difference : 0;
}

/** The time in milliseconds. In a browser whose clock is minutes or hours off, that of the server. */
export const currentMs = (): number => Date.now() - (aheadMs ?? 0);
