import type { LimitLog } from "./store";

const FIRST_PROBE_MS = 250;
const SLOWEST_PROBE_MS = 2_000;

export type Breaker = {
  isOpen(): boolean;
  /** How often it has opened since the start. */
  openings(): number;
  /** A mark for one call, to hand back if it fails. */
  mark(): number;
  /** Opens, unless the call began before the last recovery. `probe` must reject while it lasts. */
  fail(failure: { mark: number; error: unknown; probe: () => Promise<unknown> }): void;
  close(): void;
};

/**
 * Opens at the first failure, since each further one might cost a request its whole budget, and
 * closes when a probe in the background succeeds: no request is ever the guinea pig.
 */
export function createBreaker(options: { log: LimitLog; onReturn: () => void }): Breaker {
  const { log, onReturn } = options;
  let openings = 0;
  let recoveries = 0;
  let timer: NodeJS.Timeout | null = null;
  let isDone = false;

  const probeAfter = (waitMs: number, probe: () => Promise<unknown>, sinceMs: number) => {
    timer = setTimeout(async () => {
      try {
        await probe();
      } catch {
        if (!isDone) probeAfter(Math.min(waitMs * 2, SLOWEST_PROBE_MS), probe, sinceMs);
        return;
      }
      timer = null;
      if (isDone) return;
      recoveries += 1;
      onReturn();
      const seconds = Math.round((performance.now() - sinceMs) / 1000);
      log.info({ seconds }, "rate limit store is back: limits are shared again");
    }, waitMs).unref();
  };

  return {
    isOpen: () => timer !== null,
    openings: () => openings,
    mark: () => recoveries,
    fail({ mark, error, probe }) {
      if (timer !== null || isDone || mark !== recoveries) return;
      openings += 1;
      log.warn({ err: error }, "rate limit store is out of reach: each process limits on its own");
      probeAfter(FIRST_PROBE_MS, probe, performance.now());
    },
    close() {
      isDone = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
