import { useEffect, useState, useSyncExternalStore } from "react";

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

/** Seconds left until an end, and a function that sets the end so many seconds from now. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    // Counted from the clock: a timer of a tab in the background may sleep.
    const update = () => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    update();
    if (endsAt <= Date.now()) return;
    const timer = setInterval(() => {
      update();
      if (endsAt <= Date.now()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  const start = (seconds: number) => {
    setEndsAt(Date.now() + seconds * 1000);
    // At once, so that it is never taken for over before it has begun.
    setSecondsLeft(seconds);
  };
  return [secondsLeft, start];
}

const never = () => () => undefined;

/** Whether React has taken over: until then a form would be sent by the browser itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
