import { MAX_IN_FLIGHT } from "../core/webhooks/limits";

/** After this many failures in a row, one at a time: dead endpoints don't hold all the sockets. */
const FAILURES_UNTIL_SLOW = 10;
const SECOND_MS = 1_000;
/** An endpoint that takes longer than this is slow. */
const SLOW_MS = 1_000;

/** An endpoint that this process owns: only it sends to the endpoint. */
export type Claimed = {
  endpointId: string;
  partnerId: string | null;
  perSecond: number;
  /** Whether its last attempts failed, perhaps those of another process. */
  isFailing: boolean;
};

/** The state of one endpoint in the process that owns it. Times are those of elapsedMs(). */
export type Lane = {
  endpointId: string;
  partnerId: string | null;
  perSecond: number;
  /** Until then this process surely owns the endpoint. */
  ownedUntilMs: number;
  /** Events in flight, or whose outcome is not recorded yet: both are still pending in the queue. */
  held: Set<string>;
  /** When the requests in flight began, by event, oldest first. */
  open: Map<string, number>;
  failuresInRow: number;
  /** Whether its last attempt failed, or took long. */
  wasSlow: boolean;
  /** When requests of the last second began, oldest first. */
  begunAtMs: number[];
  /** Whether the queue may have a delivery that is due. */
  hasMore: boolean;
  usedAtMs: number;
};

/** How many requests may begin now. */
export function freeSlots(lane: Lane, nowMs: number): number {
  if (nowMs >= lane.ownedUntilMs) return 0;
  while ((lane.begunAtMs[0] ?? nowMs) <= nowMs - SECOND_MS) lane.begunAtMs.shift();
  const inParallel = lane.failuresInRow < FAILURES_UNTIL_SLOW ? MAX_IN_FLIGHT : 1;
  const free = Math.min(inParallel - lane.open.size, lane.perSecond - lane.begunAtMs.length);
  return Math.max(free, 0);
}

/** Milliseconds until the rate limit allows another request; Infinity if something else prevents it. */
export function slotWaitMs(lane: Lane, nowMs: number): number {
  if (freeSlots(lane, nowMs) > 0) return 0;
  const first = lane.begunAtMs[lane.begunAtMs.length - lane.perSecond];
  if (first === undefined || nowMs >= lane.ownedUntilMs) return Number.POSITIVE_INFINITY;
  return first + SECOND_MS - nowMs;
}

/** Whether its requests hold their places for long: it hangs, or was slow or failing last. */
export function isSlow({ open, wasSlow }: Lane, nowMs: number): boolean {
  const [oldestMs = nowMs] = open.values();
  return wasSlow || nowMs - oldestMs > SLOW_MS;
}

export function beginRequest(lane: Lane, eventId: string, nowMs: number): void {
  lane.held.add(eventId);
  lane.open.set(eventId, nowMs);
  lane.begunAtMs.push(nowMs);
  lane.usedAtMs = nowMs;
}

type Ended = { eventId: string; isDelivered: boolean };

export function endRequest(lane: Lane, { eventId, isDelivered }: Ended, nowMs: number): void {
  const begunMs = lane.open.get(eventId) ?? nowMs;
  lane.open.delete(eventId);
  lane.failuresInRow = isDelivered ? 0 : lane.failuresInRow + 1;
  lane.wasSlow = !isDelivered || nowMs - begunMs > SLOW_MS;
  lane.usedAtMs = nowMs;
}

export function newLane({ endpointId, partnerId, perSecond, isFailing }: Claimed): Lane {
  return {
    endpointId,
    partnerId,
    perSecond,
    ownedUntilMs: Number.NEGATIVE_INFINITY,
    held: new Set(),
    open: new Map(),
    failuresInRow: 0,
    wasSlow: isFailing,
    begunAtMs: [],
    hasMore: false,
    usedAtMs: Number.NEGATIVE_INFINITY,
  };
}
