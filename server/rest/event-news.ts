import { setTimeout as pause } from "node:timers/promises";
import { isAfter, later, type Place } from "../core/events/place";
import { readPlatformHeads } from "../core/events/platform";
import { readHeads } from "../core/events/queries";
import type { Core } from "../core/kernel/actor";
import { PLATFORM_GROUP } from "../core/kernel/change";
import type { EventType } from "../core/registry";
import type { Holds } from "./holds";

/** A group's new events are read at most this often, however many there are. */
const READ_EVERY_MS = 50;
/** The most new events of a group that are compared; after more, all its requests are woken. */
const MAX_COMPARED = 1_000;

/** The events that a request waits for: those after `seen` of these types, or of any for null. */
export type Wanted = { seen: Place; types: readonly EventType[] | null };

/** Reads of the requests that were woken together: each name is read once. */
export type SharedReads = { once<T>(name: string, read: () => Promise<T>): Promise<T> };

/** The reason why a request was woken. */
export type Woken = { reason: "news" | "over" | "gone"; shared: SharedReads };

/** A request that waits, or is busy with what it was woken for. */
export type Waiter = {
  keyId: string;
  isGone: () => boolean;
  untilMs: number;
  /** Null while its request is busy. */
  wanted: Wanted | null;
  /** There may be events that it has not read: the signal came while its request was busy. */
  hasNews: boolean;
  wake: (woken: Woken) => void;
};

/**
 * The waiting requests of one partner, or of the company's own systems, which wait for the events of
 * all partners. New events are read once for all of them.
 */
export type Group = {
  /** The partner's ID, or PLATFORM_GROUP. */
  id: string;
  waiters: Set<Waiter>;
  isReading: boolean;
  mustReadAgain: boolean;
  /** The earliest time of the next read. */
  readAtMs: number;
};

export function newGroup(id: string): Group {
  const waiters = new Set<Waiter>();
  return { id, waiters, isReading: false, mustReadAgain: false, readAtMs: 0 };
}

/** Reads what has happened once for all waiting requests of a group, and wakes the right ones. */
export async function readNews({ db }: Pick<Core, "db">, group: Group): Promise<void> {
  group.mustReadAgain = true;
  if (group.isReading) return;
  group.isReading = true;
  try {
    while (group.mustReadAgain) {
      await pause(Math.max(0, group.readAtMs - performance.now()));
      group.readAtMs = performance.now() + READ_EVERY_MS;
      group.mustReadAgain = false;
      const waiting = [...group.waiters].flatMap((waiter) =>
        waiter.wanted === null ? [] : { waiter, wanted: waiter.wanted },
      );
      if (waiting.length === 0) return;
      for (const { waiter } of waiting) waiter.hasNews = false;
      const after = waiting
        .map(({ wanted }) => wanted.seen)
        .reduce((one, other) => (isAfter(one, other) ? other : one));
      const heads = await headsOf(db, group, after);
      const shared = sharedReads();
      for (const { waiter, wanted } of waiting) {
        // It was woken meanwhile.
        if (waiter.wanted !== wanted) continue;
        if (heads.length === MAX_COMPARED || heads.some((head) => isFor(head, waiter, wanted))) {
          waiter.wake({ reason: "news", shared });
        } else {
          wanted.seen = later(heads.at(-1)?.place ?? wanted.seen, wanted.seen);
        }
      }
    }
  } finally {
    group.isReading = false;
  }
}

type Head = Awaited<ReturnType<typeof readHeads>>[number];

/** The events of a group after a place: for the company's own systems, those of all partners. */
function headsOf(db: Core["db"], { id }: Group, after: Place): Promise<Head[]> {
  if (id === PLATFORM_GROUP) return readPlatformHeads(db, { after, limit: MAX_COMPARED });
  return readHeads(db, { partnerId: id, after, limit: MAX_COMPARED });
}

/** Whether a request waits for this event, or the event may end what its key may do. */
function isFor({ place, type, subjectId }: Head, { keyId }: Waiter, wanted: Wanted): boolean {
  if (!isAfter(place, wanted.seen)) return false;
  if (wanted.types === null || subjectId === keyId) return true;
  return type.startsWith("partner.") || wanted.types.some((one) => one === type);
}

export function sharedReads(): SharedReads {
  const reads = new Map<string, Promise<unknown>>();
  return {
    once<T>(name: string, read: () => Promise<T>): Promise<T> {
      // Under one name only one kind of thing is read.
      const known = reads.get(name) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const started = read();
      reads.set(name, started);
      return started;
    },
  };
}

/** Resolves when the request is woken, or its time is over. */
export function wait(waiter: Waiter, holds: Pick<Holds, "hasEnded" | "nowMs">): Promise<Woken> {
  return new Promise((resolve) => {
    const over = () => waiter.wake({ reason: "over", shared: sharedReads() });
    const timeout = setTimeout(over, waiter.untilMs - holds.nowMs());
    waiter.wake = (woken) => {
      clearTimeout(timeout);
      waiter.wake = () => {};
      waiter.wanted = null;
      resolve(woken);
    };
    if (holds.hasEnded()) over();
  });
}
