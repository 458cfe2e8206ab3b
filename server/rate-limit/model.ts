import { burstOf } from "../core/keys/limits";
import { admit } from "./admit";
import { type Ask, type Bucket, current, planOf } from "./bucket";
import { countDue, hasLapsed, lapseUs, roomUs, secondsOf } from "./calendar";
import { crowdOf } from "./crowds";
import { redeem } from "./hold";
import { refuse } from "./refuse";
import { depthUs, intervalUs, RULES } from "./rules";

export type Outcome = {
  admitted: boolean;
  /** Not admitted yet: the request is held and asks again after the wait. */
  isHeld: boolean;
  /** Refused over a cap: nothing is promised and the bucket is unchanged. */
  unreserved: boolean;
  /** Whole tokens that would be admitted right now; 0 for a request that has to wait. */
  remaining: number;
  /** Until the bucket is full, rounded up. */
  resetSeconds: number;
  /** 0 when admitted, else at least 1. */
  retryAfterSeconds: number;
  /** 0 when admitted, else the exact time until the slot, which retryAfterSeconds rounds up. */
  waitUs: number;
};

type Decision = {
  bucket: Bucket;
  outcome: Outcome;
  /** After this many milliseconds the bucket equals a new one and may be dropped. */
  ttlMs: number;
};

const SECOND_US = 1_000_000;

/**
 * Decides one request. Pure; the Lua script must match it exactly. A token bucket limits how many
 * requests pass. A calendar of promises says which caller may take which token: a refused caller is
 * given the first whole second that breaks no other promise (specification, section 8, rule 1).
 */
export function decide(input: { bucket: Bucket | null; ask: Ask; nowUs: number }): Decision {
  const { ask, nowUs } = input;
  const known = current(input);
  const held = ask.hold === undefined ? null : redeem(known, ask.hold, nowUs);
  if (held?.next === "admit") return conclude(held.bucket, nowUs, ADMITTED);
  if (held?.next === "leave") return conclude(held.bucket, nowUs, LEFT);
  // Nothing changed, so return the stored bucket and skip the write.
  const unchanged = { bucket: input.bucket ?? known };
  if (held?.next === "wait") {
    const { waitUs } = held;
    const outcome = { ...LEFT, isHeld: true, waitUs, retryAfterSeconds: secondsOf(waitUs) };
    return { ...conclude(known, nowUs, outcome), ...unchanged };
  }
  const bucket = held?.bucket ?? known;
  const who = requesterOf(bucket, ask);
  const admitted = admit(bucket, { ask, who, nowUs });
  if (admitted !== null) return conclude(admitted, nowUs, ADMITTED);
  const { bucket: after, ...outcome } = refuse(bucket, { ask, who, nowUs });
  const refused = { ...outcome, admitted: false, unreserved: after === null };
  if (after !== null) return conclude(after, nowUs, refused);
  return { ...conclude(known, nowUs, refused), ...unchanged };
}

/** Reads the bucket like decide(), without taking a token. */
export function peek(input: {
  bucket: Bucket | null;
  ask: Pick<Ask, "perMinute">;
  nowUs: number;
}): Pick<Outcome, "remaining" | "resetSeconds"> {
  return conclude(current(input), input.nowUs, ADMITTED).outcome;
}

/** Whether this caller or its client has a promise that may be used now. */
export function isExpected(
  bucket: Bucket,
  { client, caller }: Pick<Ask, "client" | "caller">,
  nowUs: number,
): boolean {
  const due = bucket.promises.slice(0, countDue(bucket.promises, nowUs + RULES.earlyUs));
  return due.some(
    (promise) =>
      (promise.client === client || promise.caller === caller) && !hasLapsed(promise, nowUs),
  );
}

/** The caller, or its client if that never repeats a request and the caller has no promise. */
function requesterOf({ crowds, promises }: Bucket, { client, caller, isNamed }: Ask): string {
  if (isNamed || crowdOf(crowds, client) === null) return caller;
  return promises.some((promise) => promise.caller === caller) ? caller : client;
}

type PartialOutcome = Omit<Outcome, "remaining" | "resetSeconds">;

/** The outcome for a client that has disconnected: not admitted, and no wait. */
const LEFT: PartialOutcome = {
  admitted: false,
  isHeld: false,
  unreserved: false,
  retryAfterSeconds: 0,
  waitUs: 0,
};
const ADMITTED: PartialOutcome = { ...LEFT, admitted: true };

/** Describes the bucket after the request. */
function conclude(bucket: Bucket, nowUs: number, outcome: PartialOutcome): Decision {
  const { emptyUs, promises, crowds, perMinute } = bucket;
  const plan = planOf(bucket, nowUs);
  const depth = depthUs(perMinute);
  // For a request that has to wait, too little is left.
  const isWaiting = outcome.retryAfterSeconds > 0;
  const tokens = isWaiting ? 0 : Math.floor(roomUs(plan) / intervalUs(perMinute));
  const remaining = Math.max(0, Math.min(burstOf(perMinute), tokens));
  let fullUs = emptyUs + depth;
  let doneUs = fullUs;
  for (const promise of promises) {
    fullUs += promise.slots * plan.costOf(promise);
    doneUs = Math.max(doneUs, lapseUs(promise));
  }
  for (const { usedUs } of crowds) doneUs = Math.max(doneUs, usedUs + RULES.crowdUs);
  const resetSeconds = Math.max(0, Math.ceil((fullUs - nowUs) / SECOND_US));
  const ttlMs = Math.ceil(Math.max(0, doneUs - nowUs) / 1000) + 1000;
  const { admitted, isHeld, unreserved, retryAfterSeconds, waitUs } = outcome;
  // Field by field: copying an object takes as long as the rest of an easy decision.
  const full = { admitted, isHeld, unreserved, remaining, resetSeconds, retryAfterSeconds, waitUs };
  return { bucket, outcome: full, ttlMs };
}
