import { burstOf } from "../core/keys/limits";
import { type Ask, type Bucket, costOf, planOf, tokensOf } from "./bucket";
import { type Promised, roomUs } from "./calendar";
import { crowdOf, isRobbed, owing, withCrowd } from "./crowds";
import { depthUs, intervalUs, RULES } from "./rules";

/** A request; `who` is its caller, or its client if that counts as one caller. */
export type Request = { ask: Ask; who: string; nowUs: number };

/** The bucket after admitting the request, or null if the request cannot be admitted. */
export function admit(bucket: Bucket, { ask, who, nowUs }: Request): Bucket | null {
  const { emptyUs, savedUs, promises, crowds } = bucket;
  const interval = intervalUs(bucket.perMinute);
  const tokens = tokensOf(ask);
  if (tokens > burstOf(bucket.perMinute)) return null;
  const costUs = tokens * interval;
  const isDue = ({ dueUs }: Promised) => dueUs <= nowUs + RULES.earlyUs;
  const own = ownDue(bucket, { tokens, who, nowUs });
  if (own >= 0 && mayUse(bucket, { index: own, tokens, nowUs })) {
    const used = afterUse(bucket, { index: own, tokens, who });
    return { ...used, promises: promises.toSpliced(own, 1) };
  }
  const plan = planOf(bucket, nowUs);
  if (roomUs(plan) >= costUs) return { ...bucket, emptyUs: emptyUs + costUs };
  if (emptyUs + costUs - interval > nowUs) return null;

  // Admit on credit or from saved tokens: another caller used the token kept for this one.
  const spent = { emptyUs: emptyUs + costUs, savedUs: Math.max(0, savedUs - costUs) };
  const lent = promises.findIndex((p) => p.caller === who && p.kind === "lent" && isDue(p));
  if (lent >= 0 && tokens === 1)
    return { ...bucket, ...spent, promises: promises.toSpliced(lent, 1) };
  const crowd = crowdOf(crowds, who);
  const isRepaid =
    crowd !== null &&
    isRobbed(crowd, nowUs) &&
    roomUs({ ...plan, fromUs: emptyUs }) >= costUs - interval;
  if (isRepaid) {
    const owed = owing(crowd, tokens * RULES.slotDebt);
    return { ...bucket, ...spent, crowds: withCrowd(crowds, owed) };
  }

  // A client's next request need not be the one that was refused: lend it the client's only
  // promise. Not if it costs several tokens: none would be left for the owner.
  if (ask.isNamed || tokens > 1) return null;
  const pending = promises.filter(({ client, kind }) => client === ask.client && kind !== "lent");
  const only = pending.length === 1 ? pending[0] : undefined;
  if (only === undefined || only.kind !== "kept" || only.isCostly || !isDue(only)) {
    return null;
  }
  const index = promises.indexOf(only);
  if (!mayUse(bucket, { index, tokens, nowUs })) return null;
  const lending: Promised = { ...only, kind: "lent", slots: 0 };
  return { ...afterUse(bucket, { index, tokens, who }), promises: promises.with(index, lending) };
}

type Use = { index: number; tokens: number };

/**
 * The index of this caller's promise that may be used now, or -1. A request for several tokens uses
 * only a promise of as many; one for a single token prefers a promise that was made for it.
 */
export function ownDue(
  { promises, crowds }: Bucket,
  { tokens, who, nowUs }: { tokens: number; who: string; nowUs: number },
): number {
  const earlyUs = crowdOf(crowds, who) === null ? RULES.earlyUs : RULES.crowdEarlyUs;
  let costly = -1;
  for (let index = 0; index < promises.length; index += 1) {
    const promise = promises[index];
    if (promise === undefined || promise.dueUs > nowUs + earlyUs) break;
    if (promise.caller !== who || promise.kind === "lent") continue;
    if (promise.isCostly) {
      if (costly < 0 && promise.slots >= tokens) costly = index;
    } else if (tokens === 1) return index;
  }
  return costly;
}

/** Whether tokens are left for this promise. This check alone enforces the limit. */
export function mayUse(bucket: Bucket, { index, tokens, nowUs }: Use & { nowUs: number }): boolean {
  const promise = bucket.promises[index];
  if (promise === undefined) return false;
  const costUs = tokens * costOf(bucket, promise);
  return bucket.emptyUs - intervalUs(bucket.perMinute) + costUs <= nowUs;
}

/** Spends tokens of a promise and saves the others for the crowd. */
export function afterUse(bucket: Bucket, { index, tokens, who }: Use & { who: string }): Bucket {
  const promise = bucket.promises[index];
  if (promise === undefined) return bucket;
  const { emptyUs, savedUs, crowds, perMinute } = bucket;
  const cost = costOf(bucket, promise);
  const crowd = crowdOf(crowds, who);
  const most = Math.floor(depthUs(perMinute) / 2);
  // What a request leaves of a promise for several tokens is free if nobody may have been robbed.
  const rest = promise.isCostly && crowd === null ? 0 : promise.slots - tokens;
  return {
    ...bucket,
    emptyUs: emptyUs + tokens * cost,
    savedUs: Math.min(most, savedUs + rest * cost),
    crowds: crowd === null ? crowds : withCrowd(crowds, { ...crowd, usedUs: promise.dueUs }),
  };
}
