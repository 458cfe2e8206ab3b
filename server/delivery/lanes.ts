import { type Claimed, freeSlots, isSlow, type Lane, newLane, slotWaitMs } from "./lane";
import { CLAIM_MS, type Ready, type Which } from "./queue";

/** This process stops sending so long before its claim ends by the database's clock. */
const MARGIN_MS = 3_000;
/** An owned endpoint without deliveries is released after this time. */
const IDLE_MS = 10_000;

/** Requests to one endpoint at the same time, however many endpoints wait. */
const MIN_SHARE = 2;
/** While all places are free; while half are, half as many. */
const MOST_AT_ONCE = 20;

/** How many deliveries a process may have sent and not recorded. */
export type Places = {
  /** In all. A crash repeats them. */
  all: number;
  /** By endpoints that are slow: the other places are left to those that are not. */
  slow: number;
  /** Read from the queue at once. */
  perLook: number;
};

/** The endpoints that this process owns. Times are those of elapsedMs(). */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #places: () => Places;

  constructor(places: () => Places) {
    this.#places = places;
  }

  get(endpointId: string): Lane | undefined {
    return this.#lanes.get(endpointId);
  }

  ids(): string[] {
    return [...this.#lanes.keys()];
  }

  /** Adds endpoints that were claimed at this time. They have deliveries due. */
  add(claimed: readonly Claimed[], claimedAtMs: number): void {
    for (const endpoint of claimed) {
      const { endpointId, perSecond } = endpoint;
      const lane = this.#lanes.get(endpointId) ?? newLane(endpoint);
      lane.perSecond = perSecond;
      lane.hasMore = true;
      lane.usedAtMs = claimedAtMs;
      this.#lanes.set(endpointId, lane);
    }
    const ids = claimed.map(({ endpointId }) => endpointId);
    this.extend(ids, claimedAtMs);
  }

  /** Notes that the claims of these endpoints were renewed at this time. */
  extend(endpointIds: readonly string[], renewedAtMs: number): void {
    for (const id of endpointIds) {
      const lane = this.#lanes.get(id);
      if (lane) lane.ownedUntilMs = renewedAtMs + CLAIM_MS - MARGIN_MS;
    }
  }

  /** Removes the endpoints that were not used for a while, and returns their IDs. */
  removeIdle(nowMs: number): string[] {
    const isIdle = ({ held, usedAtMs }: Lane) => held.size === 0 && usedAtMs <= nowMs - IDLE_MS;
    const idle = [...this.#lanes.values()].filter(isIdle).map(({ endpointId }) => endpointId);
    for (const id of idle) this.#lanes.delete(id);
    return idle;
  }

  /** Notes which endpoints may have deliveries now. */
  expect(which: Which): void {
    const partnerIds = new Set(which);
    for (const lane of this.#lanes.values()) {
      const { partnerId } = lane;
      lane.hasMore ||= which === "all" || partnerId === null || partnerIds.has(partnerId);
    }
  }

  /** Whether an endpoint may have deliveries. */
  hasMore(): boolean {
    return [...this.#lanes.values()].some(({ hasMore }) => hasMore);
  }

  /** Deliveries that are sent and not recorded. */
  unrecorded(): number {
    let count = 0;
    for (const { held } of this.#lanes.values()) count += held.size;
    return count;
  }

  /** The places that are free now, for all endpoints, for slow ones and for those of a partner. */
  #room(nowMs: number) {
    const { all, slow } = this.#places();
    const openOf = new Map<string | null, number>();
    let slowHeld = 0;
    for (const lane of this.#lanes.values()) {
      if (isSlow(lane, nowMs)) slowHeld += lane.held.size;
      openOf.set(lane.partnerId, (openOf.get(lane.partnerId) ?? 0) + lane.open.size);
    }
    // Endpoints of one server begin to hang together, and none of them is slow for a second. More
    // requests in flight are of no use to a partner: the rest is for what is not recorded yet.
    const ofPartner = Math.ceil(all / 2);
    return {
      all: Math.max(all - this.unrecorded(), 0),
      slow: Math.max(slow - slowHeld, 0),
      of: ({ partnerId }: Lane) => Math.max(ofPartner - (openOf.get(partnerId) ?? 0), 0),
      take: ({ partnerId }: Lane, slots: number) => {
        openOf.set(partnerId, (openOf.get(partnerId) ?? 0) + slots);
      },
    };
  }

  /**
   * The endpoints that may have deliveries and whose limits allow requests now. They share the free
   * places, and those that were not used for the longest time come first.
   */
  ready(nowMs: number): Ready[] {
    const room = this.#room(nowMs);
    const { all, perLook } = this.#places();
    let left = Math.min(room.all, perLook);
    const waiting = [...this.#lanes.values()]
      .filter((lane) => lane.hasMore && room.of(lane) > 0 && freeSlots(lane, nowMs) > 0)
      .sort((a, b) => a.usedAtMs - b.usedAtMs);
    // Each request in flight has a connection, which takes more memory than what it sends. Half of
    // the places are for what is not recorded yet. Of few free places, each takes few: those that
    // come next may be better than those that hang.
    const share = Math.min(all / 2 / waiting.length, (MOST_AT_ONCE * room.all) / all);
    const most = Math.max(MIN_SHARE, Math.floor(share));
    const ready: Ready[] = [];
    for (const lane of waiting) {
      const isOfSlow = isSlow(lane, nowMs);
      const free = Math.min(freeSlots(lane, nowMs), most - lane.open.size, left, room.of(lane));
      const slots = isOfSlow ? Math.min(free, room.slow) : free;
      if (slots <= 0) continue;
      left -= slots;
      room.take(lane, slots);
      if (isOfSlow) room.slow -= slots;
      ready.push({ lane, slots });
    }
    return ready;
  }

  /** Milliseconds until one of them is ready; Infinity until something else happens. */
  waitMs(nowMs: number): number {
    const room = this.#room(nowMs);
    let waitMs = Number.POSITIVE_INFINITY;
    if (room.all === 0) return waitMs;
    for (const lane of this.#lanes.values()) {
      if (!lane.hasMore || room.of(lane) === 0) continue;
      if (room.slow === 0 && isSlow(lane, nowMs)) continue;
      waitMs = Math.min(waitMs, slotWaitMs(lane, nowMs));
    }
    return waitMs;
  }
}
