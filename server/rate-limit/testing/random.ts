/** Random numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

/** The mulberry32 generator. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How long a message travels in one direction, in microseconds. */
export type Way = (random: Random) => number;

export const WAYS = {
  near: (random: Random) => random() * 5_000,
  usual: (random: Random) => random() * 40_000,
  far: (random: Random) => 50_000 + random() * 250_000,
  /** Half of the messages take less than 18 ms, 1 in 20 more than 0.1 s, and none more than 2 s. */
  heavy: (random: Random) => Math.min(2_000_000, 10_000 * (1 - random()) ** -0.8),
} as const satisfies Record<string, Way>;

export type WayName = keyof typeof WAYS;
