import { burstOf } from "../core/keys/limits";
import { ownDue, type Request } from "./admit";
import { type Bucket, planOf, tokensOf } from "./bucket";
import {
  afterAllUs,
  earliestUs,
  type Promised,
  recordsOf,
  secondsOf,
  withPromise,
} from "./calendar";
import { kinOf } from "./caller";
import { type Crowd, crowdOf, foundCrowd, isRobbed, owing, withCrowd } from "./crowds";
import { intervalUs, RULES, slotsFor, turnUs } from "./rules";

export type Refusal = {
  /** Null over a cap: nothing is promised and nothing changes. */
  bucket: Bucket | null;
  isHeld: boolean;
  waitUs: number;
  retryAfterSeconds: number;
};

const SECOND_US = 1_000_000;

/** Gives a caller a wait, or holds its request, and reserves a token for it. */
export function refuse(bucket: Bucket, request: Request): Refusal {
  const { ask, who, nowUs } = request;
  // The caller was on time and found no token: replace the broken promise with a new one.
  const tokens = tokensOf(ask);
  const broken = ownDue(bucket, { tokens, who, nowUs });
  const promises = broken < 0 ? bucket.promises : bucket.promises.toSpliced(broken, 1);
  const left = { ...bucket, promises };
  const waiting = waitingOf(promises, request);
  const held = hold(left, waiting, request);
  if (held !== null) return held;
  const { crowds, slots } = slotsOf(left, request);
  const { waitUs, isOver } = waitOf(left, waiting, { ...request, slots, isHeld: false });
  const waitSeconds = secondsOf(waitUs);
  const outcome = { isHeld: false, waitUs, retryAfterSeconds: waitSeconds };
  if (isOver) return { bucket: null, ...outcome };
  const added: Promised = {
    dueUs: nowUs + waitSeconds * SECOND_US,
    waitSeconds,
    slots,
    isCostly: tokens > 1,
    kind: ask.isNamed ? "named" : "kept",
    client: ask.client,
    caller: who,
  };
  return { bucket: { ...left, crowds, promises: withPromise(promises, added) }, ...outcome };
}

/** Reserves the exact slot of a request that is to be held; null if it is too far ahead. */
function hold(bucket: Bucket, waiting: Waiting, request: Request): Refusal | null {
  const { ask, nowUs } = request;
  if (ask.hold === undefined) return null;
  const { waitUs, isOver } = waitOf(bucket, waiting, { ...request, slots: 1, isHeld: true });
  if (isOver || waitUs > ask.hold.maxUs) return null;
  const added: Promised = {
    dueUs: nowUs + waitUs,
    // The process asks on time, so the promise needs only the fixed grace period.
    waitSeconds: 0,
    slots: 1,
    isCostly: false,
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

/**
 * The wait until these slots are free and it is the caller's turn, and whether it is over a cap.
 */
function waitOf(
  bucket: Bucket,
  waiting: Waiting,
  request: Request & { slots: number; isHeld: boolean },
): { waitUs: number; isOver: boolean } {
  const { ask, nowUs, slots, isHeld } = request;
  const plan = planOf(bucket, nowUs);
  const costUs = slots * intervalUs(bucket.perMinute);
  const records = recordsOf({ slots });
  const isOverAt = (waitUs: number) =>
    tokensOf(ask) > burstOf(bucket.perMinute) || isOverCap(bucket, waiting, { waitUs, records });
  const turnUs = turnOf(waiting, request);
  // Over a cap an estimate is enough: walking the calendar is the most expensive part for the
  // store.
  const freeUs = isOverAt(turnUs - nowUs)
    ? afterAllUs(plan, costUs)
    : earliestUs(plan, { costUs, turnUs, isHeld });
  const waitUs = Math.min(RULES.longestUs, Math.max(freeUs, turnUs) - nowUs);
  return { waitUs, isOver: isOverAt(waitUs) };
}

/** A caller that is already waiting is a crowd, whose members save slots for each other. */
function slotsOf(
  { perMinute, promises, crowds }: Bucket,
  { ask, who, nowUs }: Request,
): { crowds: readonly Crowd[]; slots: number } {
  const tokens = tokensOf(ask);
  const isWaiting = promises.some(({ caller }) => caller === who);
  const known = isWaiting ? foundCrowd(crowds, who, nowUs) : crowds;
  const crowd = crowdOf(known, who);
  if (crowd === null) return { crowds, slots: tokens };
  const owed = owing(crowd, tokens * (isRobbed(crowd, nowUs) ? RULES.slotDebt + 1 : 1));
  const slots = tokens * slotsFor(owed.debt, { perMinute, cost: tokens });
  const paid = { ...owed, debt: Math.max(0, owed.debt - (slots - tokens) * RULES.slotDebt) };
  return { crowds: withCrowd(known, paid), slots };
}

/** Promises, by the records that they take, and their slots. */
type Tally = { count: number; slots: number };

/**
 * How many callers and clients wait, and the promises of this request's caller and client. A
 * caller's slots include those of its held requests.
 */
type Waiting = {
  callers: number;
  clients: number;
  count: number;
  ofCaller: Tally;
  ofClient: Tally;
};

function waitingOf(promises: readonly Promised[], { ask, who }: Request): Waiting {
  const [callers, clients] = [new Set<string>(), new Set<string>()];
  const [ofCaller, ofClient] = [
    { count: 0, slots: 0 },
    { count: 0, slots: 0 },
  ];
  const own = kinOf(who);
  let all = 0;
  for (const promise of promises) {
    const { caller, client, slots } = promise;
    const count = promise.isCostly ? recordsOf(promise) : 1;
    const kin = kinOf(caller);
    all += count;
    callers.add(kin);
    clients.add(client);
    if (caller === who) ofCaller.count += count;
    if (kin === own) ofCaller.slots += slots;
    if (client === ask.client) {
      ofClient.count += count;
      ofClient.slots += slots;
    }
  }
  return { callers: callers.size, clients: clients.size, count: all, ofCaller, ofClient };
}

/** The earliest time of the caller's next promise while others wait. */
function turnOf(
  { callers, clients, ofCaller, ofClient }: Waiting,
  { ask, who, nowUs }: Request,
): number {
  const interval = intervalUs(ask.perMinute);
  const turn = ({ slots }: Tally, waiting: number) =>
    slots > 0 && waiting > 1 ? nowUs + turnUs({ slots, waiting, interval }) : nowUs;
  const byClient = turn(ofClient, clients);
  // A client that counts as one caller has no separate turn by caller.
  return who === ask.client ? byClient : Math.max(byClient, turn(ofCaller, callers));
}

function isOverCap(
  { perMinute }: Bucket,
  { clients, count, ofCaller, ofClient }: Waiting,
  { waitUs, records }: { waitUs: number; records: number },
): boolean {
  if (waitUs > RULES.farUs || count + records > RULES.maxPerKey) return true;
  const farUs = Math.max(RULES.callerFarUs, RULES.callerFarSlots * intervalUs(perMinute));
  const most = waitUs > farUs ? RULES.maxPerCallerFar : RULES.maxPerCaller;
  const share = Math.max(1, Math.floor(RULES.maxPerClients / Math.max(1, clients)));
  return ofCaller.count >= most || ofClient.count >= share;
}
