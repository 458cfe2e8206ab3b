const MAX_TICK_MS = 250;

/**
 * Calls `work` once after `ms` in which this process ran, to a quarter of a second: time in which the
 * process or the machine was stopped does not count. Does not keep the process alive. Returns a function
 * that cancels it.
 */
export function afterAwake(ms: number, work: () => void): () => void {
  const tickMs = Math.min(ms, MAX_TICK_MS);
  let leftMs = ms;
  // A tick that was due several times while the process was stopped comes once.
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
 * What `work` resolves to, or `late()` as an error if it takes longer than `ms` in which this process
 * ran. Library timeouts do not work that way: after a suspension they fire before an answer that has
 * already arrived is read.
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
 * Returns a function that tells whether this process has gone on within the last second after it was
 * stopped, or its event loop blocked, for over a second. Timers that were due meanwhile run before what
 * has arrived is read.
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
