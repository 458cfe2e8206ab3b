/** The numbers of the bucket, one place for the model and its Lua twin. Times in microseconds. */
export const RULES = {
  /** A promise is kept this long after it fell due; clients come late more often than early. */
  graceUs: 5_000_000,
  /** This much before its due time a caller is on time: timers fire early, and clocks drift. */
  earlyUs: 50_000,
  /** The slot of a promise lies at most this long before its due time: waits are whole seconds. */
  roundingUs: 1_000_000,
  /** No promise lies further ahead. */
  farUs: 3_600_000_000,
  /**
   * Slots reserved for a client that already waits with another request: its own and two extras,
   * given only within the near time, and while fewer than `upTo` of its promises are pending.
   */
  shared: { slots: 3, nearUs: 30_000_000, upTo: 384 },
  /**
   * The same for a caller that already waits with this very request. Each of such twins shall
   * have a second of its own: told the same one, the first there would use up what is kept for
   * the other. So they get more than a second's worth; at most this, which is that of 300 a minute.
   */
  twins: { slots: 6, nearUs: 60_000_000, upTo: 570 },
  /** Most promises pending, of one caller and one client, where the slot lies near or further. */
  near: { perCaller: 128, perClient: 576 },
  far: { perCaller: 2, perClient: 320 },
  /** Keeps a key's state under 32 KiB. */
  maxPerKey: 960,
} as const;

/** Microseconds between two slots. Rounded up, so that the rate is never above the limit. */
export function intervalUs(perMinute: number): number {
  return Math.ceil(60_000_000 / perMinute);
}

/** Requests that a rested key may send back to back: ten seconds' worth, at least one. */
export function burstOf(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute / 6));
}

/** How far behind `now` the first slot of a full bucket lies, in microseconds. */
export function depthUs(perMinute: number): number {
  return Math.floor((Math.max(1, perMinute / 6) - 1) * intervalUs(perMinute));
}

/**
 * Slots reserved together. As they fall due together, they must fit into the burst beside all
 * that may be pending from the last 6 s: (n - 1) T + 6 s <= T limit / 6.
 */
export function slotsOf(perMinute: number): { shared: number; twins: number } {
  const fitting = 1 + Math.floor(perMinute / 15);
  return {
    shared: Math.min(RULES.shared.slots, fitting),
    twins: Math.min(RULES.twins.slots, fitting, 1 + Math.ceil(perMinute / 60)),
  };
}

/** Promises due within this time may have their slot in the past, and weigh on the burst. */
export function heldAheadUs(perMinute: number): number {
  const { shared, twins } = slotsOf(perMinute);
  return RULES.roundingUs + (Math.max(shared, twins) - 1) * intervalUs(perMinute);
}
