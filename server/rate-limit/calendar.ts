import { RULES } from "./rules";

/**
 * Tokens reserved for a refused caller. `kept`: for this request of a client. `named`: for an
 * X-Client-Id or a held request. `lent`: another request of the client has used it.
 */
export type Promised = {
  dueUs: number;
  waitSeconds: number;
  /** Tokens reserved: one for the caller, the others for crowd members whose promise it uses. */
  slots: number;
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

/**
 * For each promise that is not due yet, from the last to the first: the tokens left over by its due
 * time once it and all before it are used. Finally, the tokens left over now.
 */
function* roomsOf(plan: Plan): Generator<{ roomUs: number; atUs: number; usedUs: number }> {
  const { nowUs, fromUs, promises } = plan;
  const overdue = countDue(promises, nowUs);
  let usedUs = overdueUs(plan, overdue);
  const costs = promises.map((promise) => promise.slots * plan.costOf(promise));
  for (let n = overdue; n < costs.length; n += 1) usedUs += costs[n] ?? 0;
  for (let n = promises.length - 1; n >= overdue; n -= 1) {
    const atUs = promises[n]?.dueUs ?? 0;
    yield { roomUs: atUs - fromUs - usedUs, atUs, usedUs };
    usedUs -= costs[n] ?? 0;
  }
  yield { roomUs: nowUs - fromUs - usedUs, atUs: nowUs, usedUs };
}

/** Overdue promises reserve at most half the bucket, because their callers may never return. */
function overdueUs({ promises, depth, costOf }: Plan, overdue: number): number {
  let sum = 0;
  for (const promise of promises.slice(0, overdue)) sum += promise.slots * costOf(promise);
  return Math.min(Math.floor(depth / 2), sum);
}

/** Tokens, as time, that can be spent now without breaking a promise; negative if one is broken. */
export function roomUs(plan: Plan): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { roomUs: room } of roomsOf(plan)) least = Math.min(least, room);
  return least;
}

/** The earliest time at which this cost can be spent without breaking a promise. */
export function earliestUs(plan: Plan, costUs: number): number {
  for (const { roomUs: room, atUs, usedUs } of roomsOf(plan)) {
    if (room < costUs) return Math.max(atUs, plan.fromUs + usedUs + costUs);
  }
  return plan.nowUs;
}

/** The time at which all promises are served and this cost is available as well. */
export function afterAllUs(plan: Plan, costUs: number): number {
  const { nowUs, fromUs, promises, costOf } = plan;
  const overdue = countDue(promises, nowUs);
  let usedUs = overdueUs(plan, overdue);
  for (const promise of promises.slice(overdue)) usedUs += promise.slots * costOf(promise);
  return Math.max(nowUs, fromUs + usedUs + costUs);
}

/** Inserts a promise by due time, after those with the same due time. */
export function withPromise(promises: readonly Promised[], added: Promised): Promised[] {
  return promises.toSpliced(countDue(promises, added.dueUs), 0, added);
}
