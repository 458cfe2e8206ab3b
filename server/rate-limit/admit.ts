import { type Ask, type Bucket, costOf, planOf } from "./bucket";
import { type Promised, roomUs } from "./calendar";
import { crowdOf, isRobbed, owing, withCrowd } from "./crowds";
import { depthUs, intervalUs, RULES } from "./rules";

/** A request; `who` is its caller, or its client if that counts as one caller. */
export type Request = { ask: Ask; who: string; nowUs: number };

/** The bucket after admitting the request, or null if the request cannot be admitted. */
export function admit(bucket: Bucket, { ask, who, nowUs }: Request): Bucket | null {
  const { emptyUs, savedUs, promises, crowds } = bucket;
  const interval = intervalUs(bucket.perMinute);
  const isDue = ({ dueUs }: Promised) => dueUs <= nowUs + RULES.earlyUs;
  const own = ownDue(bucket, who, nowUs);
  if (own >= 0 && mayUse(bucket, own, nowUs)) {
    const used = afterUse(bucket, own, who);
    return { ...used, promises: promises.toSpliced(own, 1) };
  }
  const plan = planOf(bucket, nowUs);
  if (roomUs(plan) >= interval) return { ...bucket, emptyUs: emptyUs + interval };
  if (emptyUs > nowUs) return null;

  // Admit on credit or from saved tokens: another caller used the token kept for this one.
  const spent = { emptyUs: emptyUs + interval, savedUs: Math.max(0, savedUs - interval) };
  const lent = promises.findIndex((p) => p.caller === who && p.kind === "lent" && isDue(p));
  if (lent >= 0) return { ...bucket, ...spent, promises: promises.toSpliced(lent, 1) };
  const crowd = crowdOf(crowds, who);
  if (crowd !== null && isRobbed(crowd, nowUs) && roomUs({ ...plan, fromUs: emptyUs }) >= 0) {
    return { ...bucket, ...spent, crowds: withCrowd(crowds, owing(crowd, RULES.slotDebt)) };
  }

  // A client's next request need not be the one that was refused: lend it the client's only
  // promise.
  if (ask.isNamed) return null;
  const pending = promises.filter(({ client, kind }) => client === ask.client && kind !== "lent");
  const only = pending.length === 1 ? pending[0] : undefined;
  if (only === undefined || only.kind !== "kept" || !isDue(only)) return null;
  const index = promises.indexOf(only);
  if (!mayUse(bucket, index, nowUs)) return null;
  const lending: Promised = { ...only, kind: "lent", slots: 0 };
  return { ...afterUse(bucket, index, who), promises: promises.with(index, lending) };
}

/** The index of this caller's promise that may be used now, or -1. */
export function ownDue({ promises, crowds }: Bucket, who: string, nowUs: number): number {
  const earlyUs = crowdOf(crowds, who) === null ? RULES.earlyUs : RULES.crowdEarlyUs;
  return promises.findIndex(
    ({ caller, kind, dueUs }) => caller === who && kind !== "lent" && dueUs <= nowUs + earlyUs,
  );
}

/** Whether a token is left for this promise. This check alone enforces the limit. */
export function mayUse(bucket: Bucket, index: number, nowUs: number): boolean {
  const promise = bucket.promises[index];
  if (promise === undefined) return false;
  return bucket.emptyUs - intervalUs(bucket.perMinute) + costOf(bucket, promise) <= nowUs;
}

/** Spends one token of a promise and saves the others for the crowd. */
export function afterUse(bucket: Bucket, index: number, who: string): Bucket {
  const promise = bucket.promises[index];
  if (promise === undefined) return bucket;
  const { emptyUs, savedUs, crowds, perMinute } = bucket;
  const cost = costOf(bucket, promise);
  const crowd = crowdOf(crowds, who);
  const most = Math.floor(depthUs(perMinute) / 2);
  return {
    ...bucket,
    emptyUs: emptyUs + cost,
    savedUs: Math.min(most, savedUs + (promise.slots - 1) * cost),
    crowds: crowd === null ? crowds : withCrowd(crowds, { ...crowd, usedUs: promise.dueUs }),
  };
}
