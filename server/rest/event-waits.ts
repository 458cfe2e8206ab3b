import type { Core } from "../core/actor";
import { readLastSequences } from "../core/events/queries";
import type { KeyRecord } from "../core/keys/record";
import type { Holds } from "./holds";

/** How often waiting requests are checked for clients that have left and for the server's stop. */
const TICK_MS = 500;
/** How often the database is asked for events that no process has told of. */
const POLL_MS = 2_000;

/** A request's wait for events of its partner. Close it in the end. */
export type EventWait = {
  /**
   * Resolves once there may be events after `seen`, or the time is over, with the key as it is
   * then. Rejects if the key may not read events any more, or the client has left.
   */
  next(seen: number): Promise<{ key: KeyRecord; isOver: boolean }>;
  close(): void;
};

type Reason = "news" | "over" | "gone";

type Waiter = {
  partnerId: string;
  isGone: () => boolean;
  untilMs: number;
  /** The latest sequence that it has read. */
  seen: number;
  /** There may be events that it has not read. */
  hasNews: boolean;
  wake: (reason: Reason) => void;
};

/** The requests of this process that wait for events. They hold no database connection. */
export type EventWaits = {
  add(waiter: Pick<Waiter, "partnerId" | "isGone" | "untilMs">): {
    next(seen: number): Promise<Reason>;
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

export function createEventWaits({ holds, core }: Services): EventWaits {
  const waiters = new Set<Waiter>();
  let isSubscribed = false;
  let timer: NodeJS.Timeout | null = null;
  let polledMs = 0;

  // Subscribed by the first request, because it takes a connection to listen.
  function subscribe(): void {
    if (isSubscribed) return;
    isSubscribed = true;
    core.events.subscribe(({ partnerIds }) => {
      const news = partnerIds && new Set(partnerIds);
      for (const waiter of waiters) if (!news || news.has(waiter.partnerId)) tell(waiter);
    });
  }

  function tick(): void {
    for (const waiter of waiters) {
      if (waiter.isGone()) waiter.wake("gone");
      else if (holds.hasEnded()) waiter.wake("over");
    }
    if (holds.nowMs() - polledMs < POLL_MS) return;
    polledMs = holds.nowMs();
    poll(core, waiters).catch((err: unknown) =>
      core.log.warn({ err }, "events cannot be looked for"),
    );
  }

  return {
    add(of) {
      subscribe();
      const waiter: Waiter = { ...of, seen: 0, hasNews: false, wake: () => {} };
      waiters.add(waiter);
      timer ??= setInterval(tick, TICK_MS);
      return {
        next: async (seen) => {
          waiter.seen = seen;
          const reason = await wait(waiter, holds);
          waiter.hasNews = false;
          return reason;
        },
        remove: () => {
          waiters.delete(waiter);
          if (waiters.size > 0 || timer === null) return;
          clearInterval(timer);
          timer = null;
        },
      };
    },
    nowMs: holds.nowMs,
    count: () => waiters.size,
  };
}

function tell(waiter: Waiter): void {
  waiter.hasNews = true;
  waiter.wake("news");
}

async function poll({ db }: Services["core"], waiters: ReadonlySet<Waiter>): Promise<void> {
  const partnerIds = new Set([...waiters].map(({ partnerId }) => partnerId));
  const last = await readLastSequences(db, [...partnerIds]);
  for (const waiter of waiters) {
    if ((last.get(waiter.partnerId) ?? 0) > waiter.seen) tell(waiter);
  }
}

function wait(waiter: Waiter, holds: Services["holds"]): Promise<Reason> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => waiter.wake("over"), waiter.untilMs - holds.nowMs());
    waiter.wake = (reason) => {
      clearTimeout(timeout);
      waiter.wake = () => {};
      resolve(reason);
    };
    if (waiter.hasNews) waiter.wake("news");
    else if (holds.hasEnded()) waiter.wake("over");
  });
}
