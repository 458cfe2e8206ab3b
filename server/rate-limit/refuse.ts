import { ownDue, type Request } from "./admit";
import { type Bucket, planOf } from "./bucket";
import { earliestUs, type Promised, withPromise } from "./calendar";
import { type Crowd, crowdOf, foundCrowd, isRobbed, owing, withCrowd } from "./crowds";
import { intervalUs, RULES, slotsFor, turnUs } from "./rules";

export type Refusal = {
  /** Null over a cap: then nothing is promised and nothing changes. */
  bucket: Bucket | null;
  isHeld: boolean;
  waitUs: number;
  retryAfterSeconds: number;
};

const SECOND_US = 1_000_000;

/** Tells a caller when to come back, or has it held, and keeps a token for it then. */
export function refuse(bucket: Bucket, request: Request): Refusal {
  const { ask, who, nowUs } = request;
  // It came in time and found no token, so that promise is broken and a new one takes its place.
  const broken = ownDue(bucket, who, nowUs);
  const promises = broken < 0 ? bucket.promises : bucket.promises.toSpliced(broken, 1);
  const waiting = { ...bucket, promises };
  const held = hold(waiting, request);
  if (held !== null) return held;
  const { crowds, slots } = slotsOf(waiting, request);
  const waitUs = waitOf(waiting, request, slots);
  const waitSeconds = secondsOf(waitUs);
  const told = { isHeld: false, waitUs, retryAfterSeconds: waitSeconds };
  if (isOverCap(waiting, request, waitUs)) return { bucket: null, ...told };
  const added: Promised = {
    dueUs: nowUs + waitSeconds * SECOND_US,
    waitSeconds,
    slots,
    kind: ask.isNamed ? "named" : "kept",
    client: ask.client,
    caller: who,
  };
  return { bucket: { ...waiting, crowds, promises: withPromise(promises, added) }, ...told };
}

/** Keeps the very slot for a request that is held until then; null where it lies too far ahead. */
function hold(bucket: Bucket, request: Request): Refusal | null {
  const { ask, nowUs } = request;
  if (ask.hold === undefined) return null;
  const waitUs = waitOf(bucket, request, 1);
  if (waitUs > ask.hold.maxUs || isOverCap(bucket, request, waitUs)) return null;
  const added: Promised = {
    dueUs: nowUs + waitUs,
    // The process comes back for it in time, so that it lapses soon.
    waitSeconds: 0,
    slots: 1,
    kind: "named",
    client: ask.client,
    caller: ask.hold.name,
  };
  return {
    bucket: { ...bucket, promises: withPromise(bucket.promises, added) },
    isHeld: true,
    waitUs,
    retryAfterSeconds: secondsOf(waitUs),
  };
}

/** Until so many slots are free, and it is the caller's turn. */
function waitOf(bucket: Bucket, request: Request, slots: number): number {
  const { nowUs } = request;
  const cost = slots * intervalUs(bucket.perMinute);
  const atUs = Math.max(earliestUs(planOf(bucket, nowUs), cost), turnOf(bucket, request));
  return Math.min(RULES.longestUs, atUs - nowUs);
}

/** Whole seconds in which to come back. */
export function secondsOf(waitUs: number): number {
  return Math.max(1, Math.ceil(waitUs / SECOND_US));
}

/** A caller that waits already is one of several alike; those lay slots by for each other. */
function slotsOf(
  { perMinute, promises, crowds }: Bucket,
  { who, nowUs }: Request,
): { crowds: readonly Crowd[]; slots: number } {
  const isWaiting = promises.some(({ caller }) => caller === who);
  const known = isWaiting ? foundCrowd(crowds, who, nowUs) : crowds;
  const crowd = crowdOf(known, who);
  if (crowd === null) return { crowds, slots: 1 };
  const owed = owing(crowd, isRobbed(crowd, nowUs) ? RULES.slotDebt + 1 : 1);
  const slots = slotsFor(owed.debt, perMinute);
  const paid = { ...owed, debt: Math.max(0, owed.debt - (slots - 1) * RULES.slotDebt) };
  return { crowds: withCrowd(known, paid), slots };
}

/** Before its turn nobody gets a further promise while others wait. */
function turnOf({ promises, perMinute }: Bucket, { ask, who, nowUs }: Request): number {
  const interval = intervalUs(perMinute);
  const turn = (slots: number, waiting: number) =>
    slots > 0 && waiting > 1 ? nowUs + turnUs({ slots, waiting, interval }) : nowUs;
  const clients = new Set(promises.map(({ client }) => client)).size;
  const byClient = turn(
    slotsIn(promises, ({ client }) => client === ask.client),
    clients,
  );
  // A client whose callers are not told apart is one caller only by name.
  if (who === ask.client) return byClient;
  const callers = new Set(promises.map(({ caller }) => caller)).size;
  return Math.max(
    byClient,
    turn(
      slotsIn(promises, ({ caller }) => caller === who),
      callers,
    ),
  );
}

function slotsIn(promises: readonly Promised[], isOf: (promise: Promised) => boolean): number {
  return promises.reduce((sum, promise) => sum + (isOf(promise) ? promise.slots : 0), 0);
}

function isOverCap(
  { promises, perMinute }: Bucket,
  { ask, who }: Request,
  waitUs: number,
): boolean {
  if (waitUs > RULES.farUs || promises.length >= RULES.maxPerKey) return true;
  const count = (isOf: (promise: Promised) => boolean) => promises.filter(isOf).length;
  const farUs = Math.max(RULES.callerFarUs, RULES.callerFarSlots * intervalUs(perMinute));
  const most = waitUs > farUs ? RULES.maxPerCallerFar : RULES.maxPerCaller;
  if (count(({ caller }) => caller === who) >= most) return true;
  const clients = new Set(promises.map(({ client }) => client)).size;
  const share = Math.max(1, Math.floor(RULES.maxPerClients / Math.max(1, clients)));
  return count(({ client }) => client === ask.client) >= share;
}
