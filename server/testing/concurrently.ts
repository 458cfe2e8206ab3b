/**
 * As many writers as the pool has connections: more would not write at the same time, but wait for
 * a connection, for at most five seconds, which may be too short on a busy machine.
 */
const WRITERS = 10;

/** Calls `work` for each item, by ten writers at once; resolves with the results in any order. */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const waiting = items.values();
  const write = async () => {
    const results: PromiseSettledResult<Result>[] = [];
    for (const item of waiting) results.push(...(await Promise.allSettled([work(item)])));
    return results;
  };
  const results = await Promise.all(Array.from({ length: WRITERS }, write));
  return results.flat();
}

/** The values of results that must all be fulfilled. Throws the first rejection. */
export function fulfilled<Result>(results: readonly PromiseSettledResult<Result>[]): Result[] {
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
