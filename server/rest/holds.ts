import { setTimeout as sleep } from "node:timers/promises";
import { elapsedMs } from "../core/kernel/elapsed";
import type { Figures } from "../core/kernel/health";

/** Each held request keeps a connection and up to 64 KiB of body: 32 MiB for a process. */
const MAX_HELD = 500;
/** Keeps one key from taking every place. */
const MAX_HELD_PER_KEY = 20;
/**
 * How many requests of a key wait until others are decided, to learn whether those need their
 * place. Further ones are decided at once, and so not held.
 */
const MAX_UNSURE_PER_KEY = 200;
/**
 * How often a held request asks the limiter again, which also detects a revoked key or a
 * suspension. All held requests ask at the same moments, so that one call to the store covers all
 * of one partner.
 */
const TICK_MS = 500;

/** How a hold ended. */
export type HoldResult = Exclude<keyof Figures["holds"], "now">;

/** The key and the partner of a request to hold. */
type Holder = { keyId: string; partnerId: string };

/** A place for one request. Reserved before it is known whether the request needs it. */
export type Place = {
  /** The request is held from now on. */
  keep(): void;
  /** Call it once: the hold has ended, or the request was not held (null). */
  leave(result: HoldResult | null): void;
};

/** The requests that this process is holding. */
export type Holds = {
  /**
   * Reserves a place; null if there is none. While other requests of the key have a place that
   * they may not need, resolves once that is known. A partner gets no more places than are left
   * free, so that one partner has at most half of them, and others always find some.
   */
  reserve(holder: Holder): Place | null | Promise<Place | null>;
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
  const counts = { now: 0, served: 0, refused: 0, denied: 0, gone: 0, failed: 0 };
  let hasEnded = false;
  const places = openPlaces({ hasEnded: () => hasEnded });

  function placeOf(holder: Holder): Place {
    let isKept = false;
    return {
      keep() {
        isKept = true;
        counts.now += 1;
        places.keep(holder);
      },
      leave(result) {
        if (isKept) counts.now -= 1;
        if (result !== null) counts[result] += 1;
        places.leave(holder, { isKept });
      },
    };
  }

  return {
    reserve(holder) {
      return places.take(holder, (isTaken) => (isTaken ? placeOf(holder) : null));
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

/** The places of a key: those taken, those of requests not decided yet, and who waits for these. */
type KeyPlaces = { taken: number; unsure: number; waiting: ((isTaken: boolean) => void)[] };

/** Counts the places of the process, of each partner and of each key. */
function openPlaces({ hasEnded }: Pick<Holds, "hasEnded">) {
  const keys = new Map<string, KeyPlaces>();
  const partners = new Map<string, number>();
  let taken = 0;

  function isRoom({ partnerId }: Holder, key: KeyPlaces): boolean {
    const free = MAX_HELD - taken;
    const own = partners.get(partnerId) ?? 0;
    return !hasEnded() && key.taken < MAX_HELD_PER_KEY && own < free;
  }

  function count({ partnerId }: Holder, key: KeyPlaces, change: 1 | -1): void {
    taken += change;
    key.taken += change;
    const own = (partners.get(partnerId) ?? 0) + change;
    if (own > 0) partners.set(partnerId, own);
    else partners.delete(partnerId);
  }

  /** Whether a place was taken; null while that depends on requests that are not decided yet. */
  function tryTake(holder: Holder, key: KeyPlaces): boolean | null {
    if (isRoom(holder, key)) {
      count(holder, key, 1);
      key.unsure += 1;
      return true;
    }
    return key.unsure > 0 && !hasEnded() ? null : false;
  }

  function wakeNext(holder: Holder, key: KeyPlaces): void {
    for (let next = key.waiting[0]; next !== undefined; next = key.waiting[0]) {
      const isTaken = tryTake(holder, key);
      if (isTaken === null) return;
      key.waiting.shift();
      next(isTaken);
    }
  }

  return {
    /** Resolves to what `then` makes of it. */
    take<T>(holder: Holder, then: (isTaken: boolean) => T): T | Promise<T> {
      const key = keys.get(holder.keyId) ?? { taken: 0, unsure: 0, waiting: [] };
      const isTaken = key.waiting.length > 0 ? null : tryTake(holder, key);
      if (isTaken === true) keys.set(holder.keyId, key);
      if (isTaken !== null) return then(isTaken);
      if (key.waiting.length >= MAX_UNSURE_PER_KEY) return then(false);
      return new Promise((resolve) => {
        key.waiting.push((isTakenThen) => resolve(then(isTakenThen)));
      });
    },
    keep(holder: Holder): void {
      const key = keys.get(holder.keyId);
      if (key === undefined) return;
      key.unsure -= 1;
      wakeNext(holder, key);
    },
    leave(holder: Holder, { isKept }: { isKept: boolean }): void {
      const key = keys.get(holder.keyId);
      if (key === undefined) return;
      if (!isKept) key.unsure -= 1;
      count(holder, key, -1);
      wakeNext(holder, key);
      if (key.taken === 0) keys.delete(holder.keyId);
    },
  };
}
