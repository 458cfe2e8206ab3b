import { isAfter, placeOfSequence } from "../core/events/place";
import { readLastSequences } from "../core/events/queries";
import type { Core } from "../core/kernel/actor";
import { PLATFORM_GROUP } from "../core/kernel/change";
import type { CheckedKey, KeyRecord } from "../core/keys/record";
import {
  type Group,
  newGroup,
  readNews,
  type SharedReads,
  sharedReads,
  type Waiter,
  type Wanted,
  type Woken,
  wait,
} from "./event-news";
import type { Holds } from "./holds";

/** How often waiting requests are checked for clients that have left and for the server's stop. */
const TICK_MS = 500;
/** How often the database is asked for events that no process has signaled. */
const POLL_MS = 2_000;

/** A request's wait for events of its partner, or of all partners. Close it in the end. */
export type EventWait<Key extends CheckedKey = KeyRecord> = {
  /**
   * Resolves once there may be such events, or the time is over, with the key as it is then.
   * Rejects if the key may not read events any more, or the client has left.
   */
  next(wanted: Wanted): Promise<{ key: Key; isOver: boolean; shared: SharedReads }>;
  close(): void;
};

type Adding = Pick<Waiter, "keyId" | "isGone" | "untilMs"> & { group: string };

/** The requests of this process that wait for events. They hold no database connection. */
export type EventWaits = {
  add(waiter: Adding): {
    next(wanted: Wanted): Promise<Woken>;
    remove(): void;
  };
  nowMs(): number;
  /** How many requests wait now. */
  count(): number;
};

type Services = {
  holds: Pick<Holds, "hasEnded" | "nowMs">;
  core: Pick<Core, "db" | "events" | "log">;
};

/** Wakes the waiting requests of these groups. */
function watchGroups({ holds, core }: Services, groups: ReadonlyMap<string, Group>) {
  let polledMs = 0;

  function failed(err: unknown): void {
    core.log.warn({ err }, "events cannot be looked for");
  }

  function read(group: Group): void {
    readNews(core, group).catch(failed);
  }

  function wakeGroup(group: Group): void {
    for (const waiter of group.waiters) waiter.hasNews = true;
    read(group);
  }

  async function poll(): Promise<void> {
    askAgain(groups.get(PLATFORM_GROUP));
    const partners = [...groups.values()].filter(({ id }) => id !== PLATFORM_GROUP);
    if (partners.length === 0) return;
    const ids = partners.map(({ id }) => id);
    const last = await readLastSequences(core.db, ids);
    for (const group of partners) {
      const place = placeOfSequence(last.get(group.id) ?? 0);
      const isBehind = ({ wanted }: Waiter) => wanted !== null && isAfter(place, wanted.seen);
      if ([...group.waiters].some(isBehind)) wakeGroup(group);
    }
  }

  /**
   * An event appears in the feed of all partners once all earlier transactions have ended, of which
   * no signal says when; and the revoke of a platform key is no event.
   */
  function askAgain(group: Group | undefined): void {
    const shared = sharedReads();
    for (const waiter of group?.waiters ?? []) waiter.wake({ reason: "news", shared });
  }

  return {
    read,
    subscribe(): void {
      core.events.subscribe(({ partnerIds }) => {
        for (const id of partnerIds ? [...partnerIds, PLATFORM_GROUP] : groups.keys()) {
          const group = groups.get(id);
          if (group) wakeGroup(group);
        }
      });
    },
    tick(): void {
      for (const { waiters } of groups.values()) {
        for (const waiter of waiters) {
          if (waiter.isGone()) waiter.wake({ reason: "gone", shared: sharedReads() });
          else if (holds.hasEnded()) waiter.wake({ reason: "over", shared: sharedReads() });
        }
      }
      if (holds.nowMs() - polledMs < POLL_MS) return;
      polledMs = holds.nowMs();
      poll().catch(failed);
    },
  };
}

export function createEventWaits({ holds, core }: Services): EventWaits {
  const groups = new Map<string, Group>();
  const watch = watchGroups({ holds, core }, groups);
  let isSubscribed = false;
  let timer: NodeJS.Timeout | null = null;
  return {
    add({ group: id, ...of }) {
      // Subscribed by the first request, because it takes a connection to listen.
      if (!isSubscribed) watch.subscribe();
      isSubscribed = true;
      const waiter: Waiter = { ...of, wanted: null, hasNews: false, wake: () => {} };
      const group = groups.get(id) ?? newGroup(id);
      groups.set(id, group);
      group.waiters.add(waiter);
      timer ??= setInterval(watch.tick, TICK_MS);
      return {
        next: async (wanted) => {
          waiter.wanted = wanted;
          const woken = wait(waiter, holds);
          if (waiter.hasNews) watch.read(group);
          return woken;
        },
        remove: () => {
          group.waiters.delete(waiter);
          if (group.waiters.size === 0) groups.delete(id);
          if (groups.size > 0 || timer === null) return;
          clearInterval(timer);
          timer = null;
        },
      };
    },
    nowMs: holds.nowMs,
    count: () => [...groups.values()].reduce((sum, { waiters }) => sum + waiters.size, 0),
  };
}
