import { RULES } from "./rules";

/**
 * Tokens that are kept for a caller that was told to come back. `kept`: for this request of a
 * client. `named`: for an X-Client-Id. `lent`: another request of the client has used it.
 */
export type Promised = {
  dueUs: number;
  waitSeconds: number;
  /** Tokens kept: one for the caller, the others for those of its crowd that it robs. */
  slots: number;
  kind: "kept" | "named" | "lent";
  client: string;
  caller: string;
};

/** The plan of a key at one moment: tokens and what they are promised for. Times in microseconds. */
export type Plan = {
  nowUs: number;
  /** The time at which the bucket is empty; what lies between it and now are tokens. */
  fromUs: number;
  depth: number;
  /** Sorted by due time. */
  promises: readonly Promised[];
  /** The cost of a slot of this promise. */
  costOf: (promise: Promised) => number;
};

/** How many promises are due by that time. */
export function countDue(promises: readonly Promised[], byUs: number): number {
  const first = promises.findIndex(({ dueUs }) => dueUs > byUs);
  return first < 0 ? promises.length : first;
}

/** Until when a promise is kept for a caller that is late. */
export function lapseUs({ dueUs, waitSeconds }: Promised): number {
  return dueUs + RULES.graceUs + waitSeconds * RULES.graceUsPerSecond;
}

export function hasLapsed(promise: Promised, nowUs: number): boolean {
  return lapseUs(promise) < nowUs;
}

/**
 * From the last promise to the first one that is not due yet: what is over of the tokens that
 * there are by its due time, when it and all before it are used. Last, what is over now.
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

/** Overdue promises keep half the bucket at most: their callers may never come back. */
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

/** The first time at which so many tokens can be spent without breaking a promise. */
export function earliestUs(plan: Plan, costUs: number): number {
  for (const { roomUs: room, atUs, usedUs } of roomsOf(plan)) {
    if (room < costUs) return Math.max(atUs, plan.fromUs + usedUs + costUs);
  }
  return plan.nowUs;
}

/** The time at which all that is promised is served and so many more tokens are there. */
export function afterAllUs(plan: Plan, costUs: number): number {
  const { nowUs, fromUs, promises, costOf } = plan;
  const overdue = countDue(promises, nowUs);
  let usedUs = overdueUs(plan, overdue);
  for (const promise of promises.slice(overdue)) usedUs += promise.slots * costOf(promise);
  return Math.max(nowUs, fromUs + usedUs + costUs);
}

/** With this promise at its place; those that are due at the same time come first. */
export function withPromise(promises: readonly Promised[], added: Promised): Promised[] {
  return promises.toSpliced(countDue(promises, added.dueUs), 0, added);
}
