/** Requests per minute of a key without its own limit (specification, section 8). */
export const DEFAULT_PER_MINUTE = 300;
/** The highest limit that an operator may set. */
export const MAX_PER_MINUTE = 1_000_000;

/** The requests that an idle key may send at once: ten seconds' worth, at least one. */
export function burstOf(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute / 6));
}
