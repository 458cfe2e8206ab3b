/**
 * Requests that match a filter and that the log does not list, because their key sent too many at
 * once. `least` and `most` are equal where the counts are exact.
 */
export type Unlisted = {
  least: number;
  most: number;
  /** False if an earlier release counted some of the requests: there may be more. */
  isComplete: boolean;
};

/** "10 more not listed"; null if there are none. */
export function unlistedText({ least, most, isComplete }: Unlisted): string | null {
  const [from, to] = [least, most].map((count) => count.toLocaleString("en"));
  if (!isComplete)
    return most === 0 ? "More may not be listed" : `At least ${from} more not listed`;
  if (most === 0) return null;
  if (least === most) return `${to} more not listed`;
  return least === 0 ? `Up to ${to} more not listed` : `${from} to ${to} more not listed`;
}
