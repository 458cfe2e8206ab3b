import { withinAwake } from "../core/kernel/awake";

/**
 * Reads a value again, but waits no longer than `withinMs`: a slower read leaves the last value, of
 * the read before, unless that is older than `maxAgeMs`; then it is unknown (null). Callers
 * meanwhile share one read. `read` must not reject.
 */
export function createLastKnown<Value>(
  read: () => Promise<Value>,
  options: { withinMs: number; maxAgeMs: number; nowMs: () => number },
): () => Promise<Value | null> {
  const { withinMs, maxAgeMs, nowMs } = options;
  let last: { value: Value; atMs: number } | null = null;
  let reading: Promise<Value> | null = null;

  function begin(): Promise<Value> {
    const begun = read().then((value) => {
      last = { value, atMs: nowMs() };
      return value;
    });
    void begun.finally(() => {
      reading = null;
    });
    return begun;
  }

  return () => {
    reading ??= begin();
    const late = () => new Error("late");
    return withinAwake<Value | null>(reading, withinMs, late).catch(() =>
      last !== null && nowMs() - last.atMs <= maxAgeMs ? last.value : null,
    );
  };
}
