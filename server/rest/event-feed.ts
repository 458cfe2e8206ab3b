import type { CheckedKey } from "../core/keys/record";
import type { EventTools } from "./endpoint";
import type { Wanted } from "./event-news";
import type { EventWait } from "./event-waits";

/** After how many seconds a request for which there was no place to wait should be repeated. */
const PAUSE_SECONDS = 5;

type AnyPage = { data: readonly unknown[]; hasMore: boolean };

/** How a request reads its feed, with its key as it is then. */
export type Feed<Key extends CheckedKey, After, Page extends AnyPage> = {
  after: After;
  /** Requests that wait for the same have the same name, and are answered with the same page. */
  name(key: Key, after: After): string;
  read(key: Key, after: After): Promise<Page>;
  /** Where to go on after a page, and what the request waits for then. */
  next(key: Key, page: Page): { after: After; wanted: Wanted };
};

/**
 * A page of a feed. If it is the end and empty, the request waits for up to `seconds` until there is
 * more; if the server can't hold it, the client is told when to ask again.
 */
export async function readFeedOrWait<Key extends CheckedKey, After, Page extends AnyPage>(
  { key, openWait, askAgainAfter }: EventTools<Key>,
  seconds: number,
  feed: Feed<Key, After, Page>,
): Promise<Page> {
  const wait = await openWait(seconds);
  try {
    const page = await readOrWait(feed, { key, wait });
    if (wait === null && seconds > 0 && isEnd(page)) {
      askAgainAfter(Math.min(seconds, PAUSE_SECONDS));
    }
    return page;
  } finally {
    wait?.close();
  }
}

const isEnd = ({ data, hasMore }: AnyPage) => data.length === 0 && !hasMore;

async function readOrWait<Key extends CheckedKey, After, Page extends AnyPage>(
  feed: Feed<Key, After, Page>,
  of: { key: Key; wait: EventWait<Key> | null },
): Promise<Page> {
  let { after } = feed;
  let current: Awaited<ReturnType<EventWait<Key>["next"]>> | null = null;
  for (;;) {
    const key: Key = current?.key ?? of.key;
    const from = after;
    const read = () => feed.read(key, from);
    const page = await (current === null
      ? read()
      : current.shared.once(feed.name(key, from), read));
    if (of.wait === null || current?.isOver || !isEnd(page)) return page;
    const next = feed.next(key, page);
    after = next.after;
    current = await of.wait.next(next.wanted);
  }
}
