import { freeSlots, type Lane, newLane, slotWaitMs } from "./lane";
import { CLAIM_MS, type Claimed, type Ready, type Which } from "./queue";

/** This process stops sending so long before its claim ends by the database's clock. */
const MARGIN_MS = 3_000;
/** An owned endpoint without deliveries is released after this time. */
const IDLE_MS = 10_000;

/** The endpoints that this process owns. Times are those of elapsedMs(). */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  get(endpointId: string): Lane | undefined {
    return this.#lanes.get(endpointId);
  }

  ids(): string[] {
    return [...this.#lanes.keys()];
  }

  /** Adds endpoints that were claimed at this time. They have deliveries due. */
  add(claimed: readonly Claimed[], claimedAtMs: number): void {
    for (const { endpointId, partnerId, perSecond } of claimed) {
      const lane = this.#lanes.get(endpointId) ?? newLane({ endpointId, partnerId });
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

  /** The endpoints that may have deliveries and whose limits allow requests now. */
  ready(nowMs: number): Ready[] {
    return [...this.#lanes.values()]
      .filter(({ hasMore }) => hasMore)
      .map((lane) => ({ lane, slots: freeSlots(lane, nowMs) }))
      .filter(({ slots }) => slots > 0);
  }

  /** Milliseconds until one of them is ready; Infinity until something else happens. */
  waitMs(nowMs: number): number {
    let waitMs = Number.POSITIVE_INFINITY;
    for (const lane of this.#lanes.values()) {
      if (lane.hasMore) waitMs = Math.min(waitMs, slotWaitMs(lane, nowMs));
    }
    return waitMs;
  }
}
