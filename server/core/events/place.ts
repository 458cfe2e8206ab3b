/**
 * A place in a feed: a partner's is the sequence, that of all partners the order of all events. Of
 * two places, the one with the higher first difference is later.
 */
export type Place = readonly [position: bigint, partnerId: string, sequence: bigint];

/** The place of a partner's event with this sequence. */
export const placeOfSequence = (sequence: number): Place => [BigInt(sequence), "", 0n];

/** Whether the first place is after the second one. */
export function isAfter(one: Place, other: Place): boolean {
  if (one[0] !== other[0]) return one[0] > other[0];
  if (one[1] !== other[1]) return one[1] > other[1];
  return one[2] > other[2];
}

/** The later of two places. */
export const later = (one: Place, other: Place): Place => (isAfter(one, other) ? one : other);
