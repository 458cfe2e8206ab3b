import type { Redis } from "@upstash/redis";
import { repliesOf, reservingBucket } from "../algorithm";
import { encodeQuestions } from "../codec";
import { type Ask, type Bucket, decide, type Outcome } from "../model";

export type TestedBucket = {
  name: string;
  /** A bucket of its own, that decides in virtual time. */
  decider(): (ask: Ask, nowUs: number) => Outcome | Promise<Outcome>;
};

export const model: TestedBucket = {
  name: "the model",
  decider() {
    let bucket: Bucket | null = null;
    return (ask, nowUs) => {
      const decision = decide({ bucket, ask, nowUs });
      bucket = decision.bucket;
      return decision.outcome;
    };
  },
};

let keys = 0;

/** The script, on the real Redis that `redis` returns once the tests run. */
export function luaOn(redis: () => Redis): TestedBucket {
  return {
    name: "the Lua script",
    decider() {
      keys += 1;
      return luaDecider(redis(), `key_${keys}`);
    },
  };
}

export function luaDecider(redis: Redis, keyId: string) {
  let time = 0;
  const bucket = reservingBucket({ locksKeys: false, nowUs: () => time })();
  return async (ask: Ask, nowUs: number): Promise<Outcome> => {
    time = nowUs;
    const question = { ...ask, keyId, partnerId: "prt_test", epoch: null };
    const response = await bucket.limit({ redis, prefix: "lk" }, encodeQuestions([question]));
    const reply = repliesOf(response)?.(0);
    if (!reply || reply.verdict.kind === "stale") throw new Error("No verdict");
    const { kind, remaining, resetSeconds, retryAfterSeconds } = reply.verdict;
    const unreserved = reply.isUnreserved;
    return {
      admitted: kind === "admitted",
      unreserved,
      remaining,
      resetSeconds,
      retryAfterSeconds,
    };
  };
}
