import { burstOf, depthUs, heldAheadUs, intervalUs, RULES, slotsOf } from "./rules";

/**
 * Whom a slot is kept for. `solo`: its client had no other promise pending. `extra`: kept for
 * any request of a client whose workers cannot be told apart.
 */
export type Promised = {
  dueUs: number;
  kind: "solo" | "plain" | "extra";
  client: string;
  request: string;
};

/** What is remembered of a key between requests. `promises` are sorted by due time. */
export type Bucket = {
  perMinute: number;
  /** Virtual time of the last slot given out. */
  lastUs: number;
  /** Slots given back by promises that lapsed, to be handed out before new ones. */
  spare: number;
  promises: readonly Promised[];
};

export type Ask = { client: string; request: string; perMinute: number };

export type Outcome = {
  admitted: boolean;
  /** Refused over a cap: the wait is honest but no slot is kept. */
  unreserved: boolean;
  /** Whole requests that would be admitted right now. */
  remaining: number;
  /** Until the bucket is full, rounded up. */
  resetSeconds: number;
  /** 0 when admitted, else at least 1. */
  retryAfterSeconds: number;
};

/** `request` of an extra slot: no fingerprint has dots in it. */
export const ANY_REQUEST = "........";

const SECOND_US = 1_000_000;

function freshBucket(perMinute: number): Bucket {
  return { perMinute, lastUs: 0, spare: 0, promises: [] };
}

/**
 * Decides one request: the specification that the Lua script follows to the digit. Pure; times
 * are whole microseconds of the store's clock. A refusal reserves the slot whose time it tells,
 * so that who comes back then is admitted (specification, section 8, rule 1).
 */
export function decide(input: { bucket: Bucket | null; ask: Ask; nowUs: number }): {
  bucket: Bucket;
  outcome: Outcome;
  /** After this many milliseconds the bucket equals a fresh one and may be forgotten. */
  ttlMs: number;
} {
  const { ask, nowUs } = input;
  const settled = current(input);
  const admitted = admit(settled, ask, nowUs);
  if (admitted !== null) {
    return conclude(admitted, nowUs, { admitted: true, unreserved: false, retryAfterSeconds: 0 });
  }
  const refusal = refuse(settled, ask, nowUs);
  return conclude(refusal.bucket, nowUs, { admitted: false, ...refusal.told });
}

/** What decide() would find, without asking for a slot. */
export function peek(input: {
  bucket: Bucket | null;
  ask: Pick<Ask, "perMinute">;
  nowUs: number;
}): Pick<Outcome, "remaining" | "resetSeconds"> {
  const told = { admitted: true, unreserved: false, retryAfterSeconds: 0 };
  return conclude(current(input), input.nowUs, told).outcome;
}

/** The bucket brought up to this moment and this limit. */
function current(input: {
  bucket: Bucket | null;
  ask: Pick<Ask, "perMinute">;
  nowUs: number;
}): Bucket {
  const { bucket, ask, nowUs } = input;
  const isTrusted = bucket !== null && isPossible(bucket, nowUs);
  const known = isTrusted ? bucket : freshBucket(ask.perMinute);
  return settle(adoptLimit(known, ask.perMinute, nowUs), nowUs);
}

/**
 * No slot lies in the future without a pending promise behind it. A state that says otherwise
 * was not written by this model, or its clock ran back; trusting it could lock the key out.
 */
function isPossible(bucket: Bucket, nowUs: number): boolean {
  const lastDueUs = bucket.promises.at(-1)?.dueUs ?? 0;
  if (lastDueUs > nowUs + RULES.farUs + SECOND_US) return false;
  return bucket.lastUs <= Math.max(nowUs + RULES.earlyUs, lastDueUs);
}

/** A raised limit shortens the queue at once; under a lowered one every promise stands. */
function adoptLimit(bucket: Bucket, perMinute: number, nowUs: number): Bucket {
  if (bucket.perMinute === perMinute) return bucket;
  const ratio = intervalUs(perMinute) / intervalUs(bucket.perMinute);
  const aheadUs = bucket.lastUs - nowUs;
  const lastUs = ratio < 1 && aheadUs > 0 ? nowUs + Math.floor(aheadUs * ratio) : bucket.lastUs;
  return { ...bucket, perMinute, lastUs };
}

/**
 * Lets overdue promises lapse, gives their slots back, and lets the rest overflow: what is kept
 * for promises that are about to be used is part of the burst and not beside it.
 */
function settle(bucket: Bucket, nowUs: number): Bucket {
  const interval = intervalUs(bucket.perMinute);
  const depth = depthUs(bucket.perMinute);
  const lapsed = countDue(bucket.promises, nowUs - RULES.graceUs - 1);
  const promises = lapsed === 0 ? bucket.promises : bucket.promises.slice(lapsed);
  const held = countDue(promises, nowUs + heldAheadUs(bucket.perMinute));
  const spare = Math.min(bucket.spare + lapsed, Math.max(0, burstOf(bucket.perMinute) - held));
  // While later promises stand, `last` must not move back under them: two would share a slot.
  const isResting = bucket.lastUs < nowUs;
  const lastUs = isResting ? bucket.lastUs - spare * interval : bucket.lastUs;
  const fullUs = nowUs - depth - interval + Math.min(held * interval, depth);
  return {
    ...bucket,
    promises,
    spare: isResting ? 0 : spare,
    lastUs: Math.max(lastUs, fullUs),
  };
}

/** The bucket after admitting the request, or null if nothing lets it in. */
function admit(bucket: Bucket, ask: Ask, nowUs: number): Bucket | null {
  const due = bucket.promises.slice(0, countDue(bucket.promises, nowUs + RULES.earlyUs));
  const own = due.findIndex((promise) => isOf(promise, ask));
  if (own >= 0) return without(bucket, own);

  const slotUs = bucket.lastUs + intervalUs(bucket.perMinute);
  if (slotUs <= nowUs) return { ...bucket, lastUs: slotUs };
  if (bucket.spare >= 1) return { ...bucket, spare: bucket.spare - 1 };

  const kept = due.findIndex((p) => p.kind === "extra" && p.client === ask.client);
  if (kept >= 0) return without(bucket, kept);
  // Its next request need not be the one that was refused, unless that one still waits as well.
  if (bucket.promises.some((promise) => isOf(promise, ask))) return null;
  const solo = due.findIndex((p) => p.kind === "solo" && p.client === ask.client);
  return solo >= 0 ? without(bucket, solo) : null;
}

/** Whether the bucket has told this client to come back by now. */
export function isExpected(bucket: Bucket, ask: Pick<Ask, "client">, nowUs: number): boolean {
  const fromUs = nowUs - RULES.graceUs;
  return bucket.promises.some(
    ({ dueUs, client }) =>
      client === ask.client && dueUs >= fromUs && dueUs <= nowUs + RULES.earlyUs,
  );
}

type Told = { retryAfterSeconds: number; unreserved: boolean };

function refuse(bucket: Bucket, ask: Ask, nowUs: number): { bucket: Bucket; told: Told } {
  const interval = intervalUs(bucket.perMinute);
  const slotUs = bucket.lastUs + interval;
  const ofClient = bucket.promises.filter((promise) => promise.client === ask.client);
  const mine = ofClient.filter((promise) => isOf(promise, ask)).length;

  const of = mine > 0 ? "twins" : "shared";
  const { nearUs, upTo } = RULES[of];
  const wanted = slotsOf(bucket.perMinute)[of];
  const hasExtras =
    ofClient.length > 0 &&
    ofClient.length < upTo &&
    slotUs + (wanted - 1) * interval - nowUs <= nearUs;
  const slots = hasExtras ? wanted : 1;
  const endUs = slotUs + (slots - 1) * interval;
  const most = endUs - nowUs <= nearUs ? RULES.near : RULES.far;
  const isOverCap =
    mine >= most.perCaller ||
    ofClient.length + slots > most.perClient ||
    bucket.promises.length + slots > RULES.maxPerKey ||
    endUs - nowUs > RULES.farUs;
  if (isOverCap) {
    const untilUs = ofClient.at(-1)?.dueUs ?? slotUs;
    const retryAfterSeconds = wholeSeconds(untilUs - nowUs);
    return { bucket, told: { retryAfterSeconds, unreserved: true } };
  }

  const retryAfterSeconds = wholeSeconds(endUs - nowUs);
  const dueUs = nowUs + retryAfterSeconds * SECOND_US;
  const own: Promised = { dueUs, kind: ofClient.length > 0 ? "plain" : "solo", ...callerOf(ask) };
  const extra: Promised = { dueUs, kind: "extra", client: ask.client, request: ANY_REQUEST };
  const at = countDue(bucket.promises, dueUs);
  const added = [own, ...Array<Promised>(slots - 1).fill(extra)];
  const promises = [...bucket.promises.slice(0, at), ...added, ...bucket.promises.slice(at)];
  return {
    bucket: { ...bucket, lastUs: endUs, promises },
    told: { retryAfterSeconds, unreserved: false },
  };
}

function conclude(bucket: Bucket, nowUs: number, told: Told & { admitted: boolean }) {
  const interval = intervalUs(bucket.perMinute);
  const slotUs = bucket.lastUs + interval;
  const tokens = slotUs <= nowUs ? Math.floor((nowUs - slotUs) / interval) + 1 : 0;
  const fullUs = bucket.lastUs + interval + depthUs(bucket.perMinute);
  const lapseUs = (bucket.promises.at(-1)?.dueUs ?? 0) + RULES.graceUs;
  const outcome: Outcome = {
    remaining: tokens + bucket.spare,
    resetSeconds: Math.max(0, Math.ceil((fullUs - bucket.spare * interval - nowUs) / SECOND_US)),
    ...told,
  };
  const ttlMs = Math.ceil((Math.max(fullUs, lapseUs, nowUs) - nowUs) / 1000) + 1000;
  return { bucket, outcome, ttlMs };
}

function wholeSeconds(us: number): number {
  return Math.max(1, Math.ceil(us / SECOND_US));
}

function callerOf(ask: Ask): { client: string; request: string } {
  return { client: ask.client, request: ask.request };
}

function isOf(promise: Promised, ask: Ask): boolean {
  return promise.client === ask.client && promise.request === ask.request;
}

/** How many promises are due by that time. */
function countDue(promises: readonly Promised[], byUs: number): number {
  const first = promises.findIndex((promise) => promise.dueUs > byUs);
  return first < 0 ? promises.length : first;
}

function without(bucket: Bucket, index: number): Bucket {
  return { ...bucket, promises: bucket.promises.toSpliced(index, 1) };
}
