/** The limiter's constants, shared by the model and its Lua twin. Times in microseconds. */
export const RULES = {
  /** A promise lapses this long after its due time: 5 s of delay and a second in transit ... */
  graceUs: 6_000_000,
  /** ... plus a quarter of the wait given. */
  graceUsPerSecond: 250_000,
  /** A caller is on time this much before its due time: timers fire early, and clocks drift. */
  earlyUs: 50_000,
  /** The same for a crowd. With more, a member would more often use another member's promise. */
  crowdEarlyUs: 5_000,
  /** A caller with a promise for several tokens costs others no tokens if it is no later than that. */
  lateUs: 1_000_000,
  /** No promise lies further ahead. */
  farUs: 3_600_000_000,
  /** The longest estimated wait beyond that. */
  longestUs: 7_200_000_000,
  /** Most slots of one promise of a crowd, see slotsFor(). */
  maxSlots: 6,
  /** A promise of more slots takes several records of the state, and counts as several. */
  slotsPerRecord: 15,
  /**
   * After a crowd used a promise, its other members count as robbed for this long after it was due.
   */
  robbedUs: 1_000_000,
  /**
   * Debts are in eighths of a slot. Each refusal of a crowd adds one, each slot taken adds eight.
   */
  slotDebt: 8,
  /** Each promise of a crowd pays a third of its debt. */
  debtShare: 3,
  /** 100 slots. */
  maxDebt: 800,
  /** A crowd that used no promise for this long is forgotten. */
  crowdUs: 300_000_000,
  maxCrowds: 16,
  /** Most promises of one caller, and the lower cap for waits longer than both of these. */
  maxPerCaller: 128,
  maxPerCallerFar: 2,
  callerFarUs: 120_000_000,
  callerFarSlots: 32,
  /** Most promises of all clients together, shared evenly between them, and of a key. */
  maxPerClients: 576,
  maxPerKey: 768,
} as const;

/** Microseconds between two slots. Rounded up, so that the rate is never above the limit. */
export function intervalUs(perMinute: number): number {
  return Math.ceil(60_000_000 / perMinute);
}

/** The burst as time. */
export function depthUs(perMinute: number): number {
  const interval = intervalUs(perMinute);
  return Math.max(interval, Math.floor((perMinute * interval) / 6));
}

/**
 * How many requests of this cost a crowd's next promise is for. More than a second's worth would
 * only lengthen its wait.
 */
export function slotsFor(debt: number, { perMinute, cost }: { perMinute: number; cost: number }) {
  const owed = Math.floor(debt / (RULES.slotDebt * RULES.debtShare * cost) + 0.5);
  const most = Math.min(
    RULES.maxSlots - 1,
    Math.floor(perMinute / (15 * cost)),
    Math.ceil(perMinute / (60 * cost)),
  );
  return 1 + Math.min(most, owed);
}

/**
 * The least time from now to the next promise of a caller or client that already holds `slots`,
 * while `waiting` callers or clients wait. Allows one and a half even shares of the rate.
 */
export function turnUs(options: { slots: number; waiting: number; interval: number }): number {
  const { slots, waiting, interval } = options;
  return Math.ceil((slots * interval * (2 * waiting + 1)) / 3);
}
