/** Requests per minute of a key without its own limit (specification, section 8). */
export const DEFAULT_PER_MINUTE = 300;
/** The highest limit that an operator may set. */
export const MAX_PER_MINUTE = 1_000_000;
