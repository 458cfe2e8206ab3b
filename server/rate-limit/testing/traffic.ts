import { burstOf, MAX_COST } from "../../core/keys/limits";
import type { Ask, Bucket, Hold } from "../bucket";
import type { Promised } from "../calendar";
import { holdName } from "../caller";
import { type Random, seeded } from "./random";
import { mark } from "./workers";

const COSTS = [2, 3, 5, 10, 14, 15, 16, 30, 31, 50, 1_000] as const;
const LIMITS = [1, 2, 6, 7, 18, 60, 299, 300, 301, 6_000, 100_000];

/** Random traffic on one key: the next question, given the key's state. */
export type Traffic = {
  asks: number;
  next: (bucket: Bucket | null) => { ask: Ask; nowUs: number };
};

/**
 * Traffic in which crowds, wanderers and named callers meet, return on time, early and late, with
 * the same cost and with another, reach the caps, and have their limit changed. The same seed gives
 * the same traffic.
 */
export function randomTraffic(seed: number): Traffic {
  const random = seeded(seed);
  const any = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(values: readonly [T, ...T[]]): T => values[any(values.length)] ?? values[0];
  const kinds = { clients: oneOf([1, 2, 5, 30, 700]), callers: oneOf([1, 3, 20, 600]) };
  const named = oneOf([0, 0.3, 1]);
  const holding = oneOf([0, 0.3, 1]);
  const stepUs = oneOf([0, 300, 30_000, 300_000, 1_500_000]);
  const isChanging = random() < 0.4;
  const isOfHold = (promise: Promised) => promise.caller.startsWith("h");
  /** The hold of a request that is already held, or a new one. */
  const holdOf = (promise: Promised | null, caller: string): { hold?: Hold } => {
    const isAgain = promise !== null && isOfHold(promise);
    if (!isAgain && random() >= holding) return {};
    const unique = `h${String(any(1_000)).padStart(3, "0")}`;
    const name = isAgain && random() < 0.9 ? promise.caller : holdName(caller, unique);
    return { hold: { name, maxUs: oneOf([30_000_000, 3_600_000_000, any(5_000_000), 0, -1]) } };
  };
  const costOf = randomCosts(seed);
  let perMinute = LIMITS[any(LIMITS.length)] ?? 300;
  let nowUs = 1_800_000_000_000_000;
  return {
    asks: random() < 0.5 ? 150 : 1_200,
    next(bucket) {
      nowUs += any(stepUs + 1) + pause(random);
      if (isChanging && random() < 0.02) perMinute = LIMITS[any(LIMITS.length)] ?? 300;
      const promise = bucket?.promises[any(4)];
      if (promise === undefined || random() < 0.6) {
        const isNamed = random() < named;
        const caller = mark(isNamed ? "n" : "u", any(kinds.callers));
        const client = mark("c", any(kinds.clients));
        const cost = costOf(perMinute, null);
        return {
          ask: { client, caller, isNamed, perMinute, cost, ...holdOf(null, caller) },
          nowUs,
        };
      }
      if (random() < 0.7) nowUs = Math.max(nowUs, promise.dueUs + any(100_001) - 50_000);
      const isAnother = random() < 0.15;
      const isOther = isAnother || isOfHold(promise);
      const caller = isOther ? mark("x", any(1_000_000)) : promise.caller;
      const { client, kind } = promise;
      const isNamed = kind === "named" && random() < 0.9;
      const cost = costOf(perMinute, promise);
      return {
        ask: { client, caller, isNamed, perMinute, cost, ...holdOf(promise, caller) },
        nowUs,
      };
    },
  };
}

/** The cost of the next request; mostly that of the promise for which it returns. */
function randomCosts(seed: number): (perMinute: number, promise: Promised | null) => number {
  const random = seeded(seed + 0x5eed);
  const any = (count: number) => Math.floor(random() * count);
  const share = [0, 0.2, 0.6, 1][any(4)] ?? 0;
  const isSmall = random() < 0.5;
  return (perMinute, promise) => {
    if (promise !== null && random() < 0.8)
      return promise.isCostly ? Math.min(MAX_COST, promise.slots) : 1;
    if (random() >= share) return 1;
    const burst = Math.min(MAX_COST - 1, burstOf(perMinute));
    if (isSmall) return 1 + any(Math.min(burst, 10));
    return random() < 0.5 ? 1 + any(burst + 1) : (COSTS[any(COSTS.length)] ?? 1);
  };
}

/** Sometimes a pause in which promises fall due, lapse, and all state expires. */
function pause(random: Random): number {
  const dice = random();
  if (dice < 0.03) return Math.floor(random() * 9_000_000);
  if (dice < 0.033) return Math.floor(random() * 400_000_000);
  return dice < 0.0335 ? Math.floor(random() * 4_000_000_000) : 0;
}
