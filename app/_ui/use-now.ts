import { useSyncExternalStore } from "react";

const TICK_MS = 10_000;

let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

// Rounded up, so that what has just happened never lies ahead.
function now(): number {
  return Math.ceil(Date.now() / TICK_MS) * TICK_MS;
}

/** The time in milliseconds, for showing ages: one clock for the whole page, ten seconds a tick. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, now, now);
}
