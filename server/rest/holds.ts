import { setTimeout as sleep } from "node:timers/promises";
import { elapsedMs } from "../core/elapsed";
import type { Figures } from "../core/health/schema";

/** Each held request keeps a connection and up to 64 KiB of body: 32 MiB for a process. */
const MAX_HELD = 500;
/** Keeps one key from taking every place. */
const MAX_HELD_PER_KEY = 20;
/**
 * How often a held request asks the limiter again, which also detects a revoked key or a
 * suspension. All held requests ask at the same moments, so that one call to the store covers all
 * of one partner.
 */
const TICK_MS = 500;

/** How a hold ended. */
export type HoldResult = Exclude<keyof Figures["holds"], "now">;

/** The requests that this process is holding. */
export type Holds = {
  hasRoom(keyId: string): boolean;
  /** Takes a place; null if there is none. Call the returned function once, when the hold ends. */
  enter(keyId: string): ((result: HoldResult) => void) | null;
  /** Resolves when a request with this wait should ask the limiter again. */
  pause(waitMs: number): Promise<unknown>;
  /** Monotonic milliseconds, including time in which the machine was suspended. */
  nowMs(): number;
  /** Stops holding requests, because the process is about to stop. */
  end(): void;
  hasEnded(): boolean;
  stats(): Figures["holds"];
};

type Clock = { nowMs: () => number; pause: (ms: number) => Promise<unknown> };

/** Tests pass a `clock`; the default is the process's own. */
export function createHolds(clock: Clock = { nowMs: elapsedMs, pause: sleep }): Holds {
  const { nowMs, pause } = clock;
  const perKey = new Map<string, number>();
  const counts = { now: 0, served: 0, refused: 0, denied: 0, gone: 0, failed: 0 };
  let hasEnded = false;
  const hasRoom = (keyId: string) =>
    !hasEnded && counts.now < MAX_HELD && (perKey.get(keyId) ?? 0) < MAX_HELD_PER_KEY;
  return {
    hasRoom,
    enter(keyId) {
      if (!hasRoom(keyId)) return null;
      counts.now += 1;
      perKey.set(keyId, (perKey.get(keyId) ?? 0) + 1);
      return (result) => {
        counts.now -= 1;
        counts[result] += 1;
        const left = (perKey.get(keyId) ?? 0) - 1;
        if (left > 0) perKey.set(keyId, left);
        else perKey.delete(keyId);
      };
    },
    pause(waitMs) {
      const untilTick = TICK_MS - (nowMs() % TICK_MS);
      return pause(Math.ceil(Math.min(waitMs, untilTick)));
    },
    nowMs,
    end: () => {
      hasEnded = true;
    },
    hasEnded: () => hasEnded,
    stats: () => ({ ...counts }),
  };
}
