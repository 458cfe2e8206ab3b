import { RULES } from "./rules";

/**
 * Tokens reserved for a refused caller. `kept`: for this request of a client. `named`: for an
 * X-Client-Id or a held request. `lent`: another request of the client has used it.
 */
export type Promised = {
  dueUs: number;
  waitSeconds: number;
  /**
   * Tokens reserved: those that the caller asked for, and others for crowd members whose promise it
   * uses.
   */
  slots: number;
  /** Whether the caller asked for several tokens. */
  isCostly: boolean;
  kind: "kept" | "named" | "lent";
  client: string;
  caller: string;
};

/** A key's tokens and their promises at one moment. Times in microseconds. */
export type Plan = {
  nowUs: number;
  /** The time at which the bucket is empty; the time from then to now is its tokens. */
  fromUs: number;
  depth: number;
  /** Sorted by due time. */
  promises: readonly Promised[];
  /** The cost of one slot of a promise. */
  costOf: (promise: Promised) => number;
};

const SECOND_US = 1_000_000;

/** A wait in whole seconds, at least one. */
export function secondsOf(waitUs: number): number {
  return Math.max(1, Math.ceil(waitUs / SECOND_US));
}

/** The number of promises due by that time. */
export function countDue(promises: readonly Promised[], byUs: number): number {
  const first = promises.findIndex(({ dueUs }) => dueUs > byUs);
  return first < 0 ? promises.length : first;
}

/** The time until which a promise is kept for a late caller. */
export function lapseUs({ dueUs, waitSeconds }: Promised): number {
  return dueUs + RULES.graceUs + waitSeconds * RULES.graceUsPerSecond;
}

export function hasLapsed(promise: Promised, nowUs: number): boolean {
  return lapseUs(promise) < nowUs;
}

/** Tokens at the due time of a promise, as time, with it and all before it used. */
type Room = {
  /** Those left over. */
  roomUs: number;
  atUs: number;
  usedUs: number;
  /** Of the promise; for now, of the last one that is overdue. */
  index: number;
};

/**
 * For each promise that is not due yet, from the last to the first: the tokens left over by its due
 * time once it and all before it are used. Finally, the tokens left over now.
 */
function* roomsOf(plan: Plan): Generator<Room> {
  const { nowUs, fromUs, promises } = plan;
  const overdue = countDue(promises, nowUs);
  let usedUs = overdueUs(plan, overdue);
  const costs = promises.map((promise) => promise.slots * plan.costOf(promise));
  for (let n = overdue; n < costs.length; n += 1) usedUs += costs[n] ?? 0;
  for (let n = promises.length - 1; n >= overdue; n -= 1) {
    const atUs = promises[n]?.dueUs ?? 0;
    yield { roomUs: atUs - fromUs - usedUs, atUs, usedUs, index: n };
    usedUs -= costs[n] ?? 0;
  }
  yield { roomUs: nowUs - fromUs - usedUs, atUs: nowUs, usedUs, index: overdue - 1 };
}

/**
 * Overdue promises reserve at most half the bucket, because their callers may never return; and
 * what the largest for several tokens takes beside its first.
 */
function overdueUs({ promises, depth, costOf }: Plan, overdue: number): number {
  let sum = 0;
  let beside = 0;
  for (const promise of promises.slice(0, overdue)) {
    const cost = costOf(promise);
    sum += promise.slots * cost;
    if (promise.isCostly) beside = Math.max(beside, (promise.slots - 1) * cost);
  }
  return Math.min(Math.floor(depth / 2) + beside, sum);
}

/** Tokens, as time, that can be spent now without breaking a promise; negative if one is broken. */
export function roomUs(plan: Plan): number {
  if (plan.promises.length === 0) return plan.nowUs - plan.fromUs;
  const { nowUs, fromUs, promises, costOf } = plan;
  const overdue = countDue(promises, nowUs);
  let usedUs = overdueUs(plan, overdue);
  let least = nowUs - fromUs - usedUs;
  for (const promise of promises.slice(overdue)) {
    usedUs += promise.slots * costOf(promise);
    least = Math.min(least, promise.dueUs - fromUs - usedUs);
  }
  return least;
}

/** What is asked of a slot: its cost, the time before which it may not be, and whether it is held. */
type Wish = { costUs: number; turnUs: number; isHeld: boolean };

/** The earliest time at which this cost can be spent without breaking a promise. */
export function earliestUs(plan: Plan, wish: Wish): number {
  if (plan.promises.some(({ isCostly }) => isCostly)) return earliestBesideCostlyUs(plan, wish);
  const { costUs, turnUs } = wish;
  for (const { roomUs: room, atUs, usedUs } of roomsOf(plan)) {
    if (room < costUs) return Math.max(turnUs, atUs, plan.fromUs + usedUs + costUs);
  }
  return Math.max(turnUs, plan.nowUs);
}

/**
 * The same while the bucket keeps tokens for a promise of several. It may be full before their
 * caller comes, and then loses what would be refilled: what is free at one time need not be later.
 */
function earliestBesideCostlyUs(plan: Plan, { costUs, turnUs, isHeld }: Wish): number {
  const losses = lossesOf(plan);
  let earliest = plan.nowUs;
  let least = Number.POSITIVE_INFINITY;
  let nextUs = Number.POSITIVE_INFINITY;
  for (const { roomUs: room, atUs, usedUs, index } of roomsOf(plan)) {
    const lostUs = losses[index] ?? 0;
    const emptyUs = plan.fromUs + usedUs + lostUs;
    const slotUs = Math.max(atUs, turnUs, emptyUs + costUs);
    const waitUs = slotUs - plan.nowUs;
    const dueUs = plan.nowUs + (isHeld ? waitUs : secondsOf(waitUs) * SECOND_US);
    // Before the next promise, and without breaking a later one.
    const isFree = least - lostUs >= costUs + lossUs(plan, { emptyUs, dueUs });
    if (dueUs < nextUs && isFree) earliest = slotUs;
    least = Math.min(least, room);
    nextUs = atUs;
  }
  return earliest;
}

/** What a full bucket loses if the caller of a promise is late. */
function lossUs({ depth }: Plan, { emptyUs, dueUs }: { emptyUs: number; dueUs: number }): number {
  return Math.max(0, dueUs + RULES.lateUs - depth - emptyUs);
}

/** What the bucket loses until each promise is used, or those that are overdue, as time. */
function lossesOf(plan: Plan): number[] {
  const { nowUs, fromUs, promises, costOf } = plan;
  const overdue = countDue(promises, nowUs);
  let lostUs = lossUs(plan, { emptyUs: fromUs, dueUs: promises[overdue - 1]?.dueUs ?? 0 });
  let emptyUs = fromUs + lostUs + overdueUs(plan, overdue);
  const losses: number[] = [];
  losses[overdue - 1] = lostUs;
  for (const [index, promise] of promises.entries()) {
    if (index < overdue) continue;
    const aheadUs = lossUs(plan, { emptyUs, dueUs: promise.dueUs });
    lostUs += aheadUs;
    emptyUs += aheadUs + promise.slots * costOf(promise);
    losses[index] = lostUs;
  }
  return losses;
}

/** The time at which all promises are served and this cost is available as well. */
export function afterAllUs(plan: Plan, costUs: number): number {
  const { nowUs, fromUs, promises, costOf } = plan;
  const overdue = countDue(promises, nowUs);
  let usedUs = overdueUs(plan, overdue);
  for (const promise of promises.slice(overdue)) usedUs += promise.slots * costOf(promise);
  return Math.max(nowUs, fromUs + usedUs + costUs);
}

/** The records that a promise takes in the state. */
export function recordsOf({ slots }: Pick<Promised, "slots">): number {
  return Math.max(1, Math.ceil(slots / RULES.slotsPerRecord));
}

/** Inserts a promise by due time, after those with the same due time. */
export function withPromise(promises: readonly Promised[], added: Promised): Promised[] {
  return promises.toSpliced(countDue(promises, added.dueUs), 0, added);
}
