import { useEffect, useState, useSyncExternalStore } from "react";
import { currentMs } from "./clock";
import type { Zone } from "./formats";
import { useServerNow } from "./server-now";

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

// Rounded up, so that a time that has just passed is never in the future.
const rounded = (ms: number) => Math.ceil(ms / TICK_MS) * TICK_MS;
const now = () => rounded(currentMs());

/**
 * The current time in milliseconds, for relative times. One clock per page, which ticks every ten
 * seconds. Until React has hydrated the page, it is the server's: with another hour, a chart would
 * have other elements than those in the page.
 */
export function useNow(): number {
  const atServer = useServerNow();
  return useSyncExternalStore(subscribe, now, () => rounded(atServer ?? currentMs()));
}

/** The seconds left in a countdown, and a function that starts it. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    // Computed from the clock, because browsers throttle timers of background tabs.
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
    // Set immediately, so that the countdown doesn't look finished before it starts.
    setSecondsLeft(seconds);
  };
  return [secondsLeft, start];
}

const never = () => () => undefined;

/** Whether React has hydrated the page. Before that, the browser itself would submit a form. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * The time zone to format times in: the user's, which the server doesn't know, so it is UTC until
 * React has hydrated the page.
 */
export function useZone(): Zone {
  return useHydrated() ? undefined : "UTC";
}
