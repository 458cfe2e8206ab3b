/** The longest body of an endpoint, in bytes, and how many values its JSON may have. */
export type BodyLimits = { bytes: number; values: number };

export const USUAL_BODY: BodyLimits = { bytes: 65_536, values: 1_000 };

/** For batches: a kilobyte, and up to 20 values, for each of a thousand items. */
export const LONG_BODY: BodyLimits = { bytes: 1_048_576, values: 20_000 };

/**
 * Requests of a process whose body may be longer than usual, from its last byte to the response:
 * parsed, a body takes a few megabytes.
 */
export const LONG_BODIES_AT_ONCE = 8;

/**
 * Those of one key, from the first byte to the response: slow senders delay no other key. Further ones
 * wait before their body is read.
 */
export const LONG_BODIES_OF_KEY = 32;
