import { epochKey } from "./codec";
import type { LimitLog, LimitStore } from "./store";

const FIRST_PROBE_MS = 250;
const SLOWEST_PROBE_MS = 2_000;

type Breaker = {
  isOpen(): boolean;
  /** How many times it has opened since the start. */
  openings(): number;
  /** A mark to take before a call and to pass to `fail` if the call fails. */
  mark(): number;
  /**
   * Opens, unless the call began before the last recovery. `probe` must reject during the outage.
   */
  fail(failure: { mark: number; error: unknown; probe: () => Promise<unknown> }): void;
  close(): void;
};

type Breakers = {
  /** The breaker of the server that holds this partner's keys. */
  of(partnerId: string): Breaker;
  isAnyOpen(): boolean;
  openings(): number;
  close(): void;
};

/** One breaker per server, because the servers of a cluster fail independently. */
export function createBreakers(options: {
  log: LimitLog;
  store: LimitStore;
  onReturn?: () => void;
}): Breakers {
  const breakers = new Map<string, Breaker>();
  const all = () => [...breakers.values()];
  return {
    of(partnerId) {
      const server = options.store.serverOf?.(epochKey(partnerId)) ?? "";
      const known = breakers.get(server);
      if (known) return known;
      const breaker = createBreaker({ ...options, server });
      breakers.set(server, breaker);
      return breaker;
    },
    isAnyOpen: () => all().some((breaker) => breaker.isOpen()),
    openings: () => all().reduce((sum, breaker) => sum + breaker.openings(), 0),
    close: () => {
      for (const breaker of all()) breaker.close();
    },
  };
}

/**
 * Opens at the first failure, because every further one could cost a request the whole timeout.
 * Closes when a background probe succeeds, so that no request is used as a probe.
 */
function createBreaker(options: { log: LimitLog; onReturn?: () => void; server: string }): Breaker {
  const { log, onReturn } = options;
  const named = options.server === "" ? {} : { server: options.server };
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
      onReturn?.();
      const seconds = Math.round((performance.now() - sinceMs) / 1000);
      log.info({ ...named, seconds }, "rate limit store is available again; limits are shared");
    }, waitMs).unref();
  };

  return {
    isOpen: () => timer !== null,
    openings: () => openings,
    mark: () => recoveries,
    fail({ mark, error, probe }) {
      if (timer !== null || isDone || mark !== recoveries) return;
      openings += 1;
      const fields = { ...named, err: error };
      log.warn(fields, "rate limit store is unreachable; each process limits on its own");
      probeAfter(FIRST_PROBE_MS, probe, performance.now());
    },
    close() {
      isDone = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
