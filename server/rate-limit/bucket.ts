import { hasLapsed, type Plan, type Promised } from "./calendar";
import { type Crowd, foundCrowd } from "./crowds";
import { depthUs, intervalUs, RULES } from "./rules";

/** The state of a key between requests. Times are microseconds of the store's clock. */
export type Bucket = {
  perMinute: number;
  /** The time at which the bucket is empty: it holds a token for each interval from then to now. */
  emptyUs: number;
  /** Tokens, as time, that crowds have saved for members whose promise another member used. */
  savedUs: number;
  /** The cost of a slot before the limit was lowered, and the time until which promises keep it. */
  earlier: { interval: number; untilUs: number } | null;
  promises: readonly Promised[];
  crowds: readonly Crowd[];
};

/**
 * The sender: `client` is an address with its User-Agent; `caller` is a worker, identified by its
 * X-Client-Id (`isNamed`) or by its request.
 */
export type Ask = {
  client: string;
  caller: string;
  isNamed: boolean;
  perMinute: number;
  /** The tokens that the request takes, 1 if omitted. A request that may be held takes one. */
  cost?: number;
  hold?: Hold;
};

/** The tokens that a request takes. */
export function tokensOf({ cost = 1, hold }: Pick<Ask, "cost" | "hold">): number {
  return hold === undefined ? cost : 1;
}

/**
 * A request that is held until its slot instead of being refused (`Prefer: wait`). It asks again
 * under the same name until it is admitted. No other request can use a promise made to that name.
 */
export type Hold = {
  /** A fingerprint that no caller has. */
  name: string;
  /**
   * The longest wait for which it is held, in microseconds. 0: the hold has ended, and it is
   * decided like any other request. Negative: its client has disconnected; its promise is returned
   * and no token is taken.
   */
  maxUs: number;
};

const SECOND_US = 1_000_000;

/** The bucket as of now, under the current limit. */
export function current(input: {
  bucket: Bucket | null;
  ask: Pick<Ask, "perMinute">;
  nowUs: number;
}): Bucket {
  const { ask, nowUs } = input;
  const { perMinute } = ask;
  const isTrusted = input.bucket !== null && isPossible(input.bucket, nowUs);
  const known = isTrusted ? input.bucket : null;
  const depth = depthUs(perMinute);
  const promises = (known?.promises ?? []).filter((promise) => !hasLapsed(promise, nowUs));
  const emptyUs = Math.min(known?.emptyUs ?? 0, nowUs + intervalUs(perMinute));
  const isFull = emptyUs <= nowUs - depth && promises.length === 0;
  return {
    perMinute,
    emptyUs: Math.max(emptyUs, nowUs - depth),
    savedUs: isFull ? 0 : Math.min(known?.savedUs ?? 0, Math.floor(depth / 2)),
    earlier: known === null ? null : earlierPrice(known, promises, perMinute),
    promises,
    crowds: known === null ? [] : currentCrowds(known, promises, nowUs),
  };
}

/** False if this model did not write the state, or the store's clock ran backward. */
function isPossible({ perMinute, emptyUs, promises }: Bucket, nowUs: number): boolean {
  const lastDueUs = promises.at(-1)?.dueUs ?? 0;
  if (emptyUs > nowUs + intervalUs(perMinute) + SECOND_US) return false;
  return lastDueUs <= nowUs + RULES.farUs + SECOND_US;
}

/** Promises made before the limit was lowered keep their cost. */
function earlierPrice(
  known: Bucket,
  promises: readonly Promised[],
  perMinute: number,
): Bucket["earlier"] {
  const [first, last] = [promises[0], promises.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { earlier } = known;
  const standing = earlier !== null && earlier.untilUs >= first.dueUs ? earlier : null;
  const interval = intervalUs(known.perMinute);
  if (interval >= intervalUs(perMinute)) return standing;
  return { interval: standing?.interval ?? interval, untilUs: last.dueUs };
}

/** A client with one promise lapsed and another pending never repeats a request: it is a crowd. */
function currentCrowds(
  { promises, crowds }: Bucket,
  pending: readonly Promised[],
  nowUs: number,
): readonly Crowd[] {
  let known: readonly Crowd[] = crowds.filter(
    // While a member waits for longer than that, its promise must be found under this name.
    ({ name, usedUs }) =>
      usedUs > nowUs - RULES.crowdUs || pending.some(({ caller }) => caller === name),
  );
  if (pending.length === promises.length) return known;
  for (const promise of promises) {
    if (!isOfUrl(promise) || !hasLapsed(promise, nowUs)) continue;
    const { client } = promise;
    const isWaiting = pending.some((other) => other.client === client && isOfUrl(other));
    if (isWaiting) known = foundCrowd(known, client, nowUs);
  }
  return known;
}

function isOfUrl({ kind, client, caller }: Promised): boolean {
  return kind === "kept" && client !== caller;
}

/**
 * The cost of a slot of this promise: at most the current one, less if the limit was higher then.
 */
export function costOf({ earlier, perMinute }: Bucket, { dueUs }: Promised): number {
  const interval = intervalUs(perMinute);
  return earlier !== null && dueUs <= earlier.untilUs
    ? Math.min(earlier.interval, interval)
    : interval;
}

export function planOf(bucket: Bucket, nowUs: number): Plan {
  const { emptyUs, savedUs, promises, perMinute } = bucket;
  const fromUs = emptyUs + savedUs;
  const depth = depthUs(perMinute);
  return { nowUs, fromUs, depth, promises, costOf: (promise) => costOf(bucket, promise) };
}
