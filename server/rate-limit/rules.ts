/** The numbers of the bucket, one place for the model and its Lua twin. Times in microseconds. */
export const RULES = {
  /** A promise is kept this long after it fell due; clients come late more often than early. */
  graceUs: 5_000_000,
  /** This much before its due time a caller is on time: timers fire early, and clocks drift. */
  earlyUs: 50_000,
  /** The slot of a promise lies at most this long before its due time: waits are whole seconds. */
  roundingUs: 1_000_000,
  /** Extra slots are given only within this time, and more of others than beyond it. */
  nearUs: 30_000_000,
  /** No promise lies further ahead. */
  farUs: 3_600_000_000,
  /** Slots reserved for a client that already waits: its own and two extras. */
  sharedSlots: 3,
  /** A client with this many pending has had its extras. */
  extrasUpTo: 384,
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
export function sharedSlotsOf(perMinute: number): number {
  return Math.min(RULES.sharedSlots, 1 + Math.floor(perMinute / 15));
}

/** Promises due within this time may have their slot in the past, and weigh on the burst. */
export function heldAheadUs(perMinute: number): number {
  return RULES.roundingUs + (sharedSlotsOf(perMinute) - 1) * intervalUs(perMinute);
}
