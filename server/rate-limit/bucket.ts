import { hasLapsed, type Plan, type Promised } from "./calendar";
import { type Crowd, foundCrowd } from "./crowds";
import { depthUs, intervalUs, RULES } from "./rules";

/** The state of a key between requests. Times are microseconds of the store's clock. */
export type Bucket = {
  perMinute: number;
  /** The time at which the bucket is empty: it holds a token for each interval from then to now. */
  emptyUs: number;
  /** Tokens, as time, that crowds have laid by for members whose promise another one used. */
  savedUs: number;
  /** The cost of a slot before the limit was lowered, and until when promises cost as much. */
  earlier: { interval: number; untilUs: number } | null;
  promises: readonly Promised[];
  crowds: readonly Crowd[];
};

/**
 * Who asks: `client` is an address with its User-Agent, `caller` a worker, told apart by its
 * X-Client-Id (`isNamed`) or by what it asks for.
 */
export type Ask = {
  client: string;
  caller: string;
  isNamed: boolean;
  perMinute: number;
  hold?: Hold;
};

/**
 * A request that is held until its slot instead of being refused (`Prefer: wait`). It asks again under
 * the same name until it is admitted, and nobody else can use what is promised to that name.
 */
export type Hold = {
  /** A fingerprint that no caller has. */
  name: string;
  /**
   * The longest wait for which it is held, in microseconds. 0: it is held no longer, and is decided as any
   * other request. Negative: its client has left; what was promised to it is given back, nothing is taken.
   */
  maxUs: number;
};

const SECOND_US = 1_000_000;

/** The bucket brought up to this moment and this limit. */
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

/** A state that says otherwise was not written by this model, or the store's clock ran back. */
function isPossible({ perMinute, emptyUs, promises }: Bucket, nowUs: number): boolean {
  const lastDueUs = promises.at(-1)?.dueUs ?? 0;
  if (emptyUs > nowUs + intervalUs(perMinute) + SECOND_US) return false;
  return lastDueUs <= nowUs + RULES.farUs + SECOND_US;
}

/** Under a lowered limit what was promised costs what it cost then. */
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

/** A client of which one promise lapsed while another was pending never repeats a request. */
function currentCrowds(
  { promises, crowds }: Bucket,
  pending: readonly Promised[],
  nowUs: number,
): readonly Crowd[] {
  let known: readonly Crowd[] = crowds.filter(
    // While one of its members waits for longer, its promise has to be found under this name.
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

/** The cost of a slot of this promise: at most today's, and less if it was made under a higher limit. */
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
