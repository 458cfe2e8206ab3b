const MAX_TICK_MS = 250;

/**
 * Calls `work` once after `ms` of process run time, to a quarter of a second: time while the
 * process or the machine was stopped does not count. Does not keep the process alive. Returns a
 * function that cancels it.
 */
export function afterAwake(ms: number, work: () => void): () => void {
  const tickMs = Math.min(ms, MAX_TICK_MS);
  let leftMs = ms;
  // However many ticks were due while the process was stopped, only one runs.
  const timer = setInterval(() => {
    leftMs -= tickMs;
    if (leftMs > 0) return;
    clearInterval(timer);
    work();
  }, tickMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Resolves like `work`, or rejects with `late()` after `ms` of process run time. Library timeouts
 * are different: after a suspension they fire before a response that has already arrived is read.
 */
export function withinAwake<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = afterAwake(ms, () => reject(late()));
    work.then(resolve, reject).finally(cancel);
  });
}

const NOTICED_STOP_MS = 1_000;
const SETTLING_MS = 1_000;

/**
 * Returns a function that checks whether this process resumed within the last second after a stop,
 * or a blocked event loop, of over a second. Timers that came due meanwhile run before the data
 * that has arrived is read.
 */
export function watchStops(): () => boolean {
  let tickedAtMs = performance.now();
  let resumedAtMs = Number.NEGATIVE_INFINITY;
  const tick = () => {
    const nowMs = performance.now();
    if (nowMs - tickedAtMs > NOTICED_STOP_MS) resumedAtMs = nowMs;
    tickedAtMs = nowMs;
  };
  setInterval(tick, MAX_TICK_MS).unref();
  return () => {
    tick();
    return performance.now() - resumedAtMs < SETTLING_MS;
  };
}
