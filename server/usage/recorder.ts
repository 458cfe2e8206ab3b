import type { Figures } from "../core/kernel/health";
import type { Log, Recorder } from "../core/kernel/ports";
import { openCounts } from "./counts";
import { openPlatformKeyUses } from "./platform-key-uses";
import { openRequestLog, type RequestLogBounds } from "./request-log";
import { openScopeUses } from "./scope-uses";
import type { Transact, WriteBuffer } from "./write-buffer";

const FLUSH_EVERY_MS = 1_000;

export type UsageRecorder = Recorder & {
  /**
   * Writes the buffers. Resolves once they are written, or stay buffered because PostgreSQL is
   * down.
   */
  flush(): Promise<void>;
  /** Request log rows written per partner since the last call. */
  takeWritten(): Map<string, number>;
  /** Stops the timer and flushes. */
  close(): Promise<void>;
  stats(): Figures["recorder"];
};

/**
 * Buffers usage between requests and the usage tables: counts per key and minute, the request log,
 * and the scopes used. Bounded, in memory, and written in batches in the background.
 */
export function createRecorder(options: {
  transact: Transact;
  log: Log;
  bounds?: RequestLogBounds;
}): UsageRecorder {
  const counts = openCounts(options.transact);
  const requests = openRequestLog(options.transact, {
    bounds: options.bounds,
    onUnlisted: counts.addUnlisted,
  });
  const scopeUses = openScopeUses(options.transact);
  const platformKeyUses = openPlatformKeyUses(options.transact);
  const buffers: readonly Pick<WriteBuffer, "flush">[] = [
    counts,
    scopeUses,
    requests,
    platformKeyUses,
  ];
  let isAway = false;
  let flushing: Promise<void> = Promise.resolve();

  async function flushOnce(): Promise<void> {
    try {
      for (const buffer of buffers) await buffer.flush();
      if (isAway) options.log.info({}, "usage is being written again");
      isAway = false;
    } catch (err) {
      if (!isAway) options.log.warn({ err }, "usage can't be written; kept in memory to retry");
      isAway = true;
    }
  }

  // One at a time: two concurrent flushes could write the same minute in opposite orders.
  function flush(): Promise<void> {
    flushing = flushing.then(flushOnce);
    return flushing;
  }

  // While PostgreSQL hangs, ticks must not queue up.
  let isTicking = false;
  const timer = setInterval(async () => {
    if (isTicking) return;
    isTicking = true;
    await flush();
    isTicking = false;
  }, FLUSH_EVERY_MS);
  timer.unref();
  const statsOf = (buffer: WriteBuffer) => ({
    waiting: buffer.waiting(),
    dropped: buffer.dropped(),
    skipped: buffer.skipped?.() ?? 0,
  });
  return {
    record(call) {
      counts.add(call);
      requests.add(call);
      scopeUses.add(call);
    },
    recordPlatformKey: platformKeyUses.add,
    flush,
    takeWritten: requests.takeWritten,
    close: () => {
      clearInterval(timer);
      return flush();
    },
    stats: () => ({
      counts: statsOf(counts),
      requests: statsOf(requests),
      scopeUses: statsOf(scopeUses),
    }),
  };
}
