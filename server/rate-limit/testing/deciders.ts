import type { Redis } from "@upstash/redis";
import { repliesOf, reservingBucket } from "../algorithm";
import type { Ask, Bucket } from "../bucket";
import { encodeQuestions, type LimitQuestion } from "../codec";
import { decide, type Outcome } from "../model";
import type { Reply } from "../verdict";

export type TestedBucket = {
  name: string;
  /** Creates a decider with a new bucket, in virtual time. */
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

/** The script on a real Redis. */
export function luaOn(redis: Redis): TestedBucket {
  return {
    name: "the Lua script",
    decider() {
      keys += 1;
      return luaDecider(redis, `key_${keys}`);
    },
  };
}

export function luaDecider(redis: Redis, keyId: string) {
  const { askAll } = luaAsker(redis);
  return async (ask: Ask, nowUs: number): Promise<Outcome> => {
    const [reply] = await askAll([{ ...ask, keyId, partnerId: "prt_test", epoch: null }], nowUs);
    if (reply === undefined) throw new Error("No verdict");
    return outcomeOf(reply);
  };
}

/** The whole script: several questions in one call, and peeks. */
export function luaAsker(redis: Redis) {
  let time = 0;
  const bucket = reservingBucket({ locksKeys: false, nowUs: () => time })();
  const context = { redis, prefix: "lk" };
  return {
    async askAll(questions: readonly LimitQuestion[], nowUs: number): Promise<Reply[]> {
      time = nowUs;
      const replies = repliesOf(await bucket.limit(context, encodeQuestions(questions)));
      return questions.map((_, place) => {
        if (replies === null) throw new Error("No verdict");
        return replies(place);
      });
    },
    async peek(question: LimitQuestion, nowUs: number): Promise<number> {
      time = nowUs;
      return (await bucket.getRemaining(context, encodeQuestions([question]))).remaining;
    },
  };
}

/** Converts a reply to the model's outcome. */
export function outcomeOf({ verdict, isUnreserved }: Reply): Outcome {
  if (verdict.kind === "stale") throw new Error("No verdict");
  const { kind, remaining, resetSeconds, retryAfterSeconds, waitUs } = verdict;
  return {
    admitted: kind === "admitted",
    isHeld: kind === "held",
    unreserved: isUnreserved,
    remaining,
    resetSeconds,
    retryAfterSeconds,
    waitUs,
  };
}
