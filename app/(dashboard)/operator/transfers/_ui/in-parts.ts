/**
 * So many transfers are created or marked in a request: it takes less than a second, also on a busy
 * machine.
 */
export const AT_ONCE = 25;

type Parts<Item, Outcome> = {
  send: (some: Item[]) => Promise<readonly Outcome[]>;
  /** Called after each part, with the count of all items so far. */
  onDone: (done: number) => void;
};

/** Sends items part by part, in their order, and returns the outcomes of all. */
export async function inParts<Item, Outcome>(
  items: readonly Item[],
  { send, onDone }: Parts<Item, Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const some = items.slice(from, from + AT_ONCE);
    outcomes.push(...(await send(some)));
    onDone(from + some.length);
  }
  return outcomes;
}
