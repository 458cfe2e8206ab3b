import { Ratelimit } from "@upstash/ratelimit";
import { withinAwake } from "../core/kernel/awake";
import { repliesOf, reservingBucket } from "./algorithm";
import { inBatches } from "./batches";
import { encodeQuestions, type LimitQuestion } from "./codec";
import type { LimitStore } from "./store";
import type { Reply } from "./verdict";

/** The timeout of a question and of any other command of the limiter. */
export const BUDGET_MS = 1_000;

/**
 * Asks a store through @upstash/ratelimit, with one call for all questions of a batch. Rejects if
 * there is no verdict within the timeout.
 */
export function createStoreDecider(options: {
  store: Pick<LimitStore, "kind" | "redis" | "givesUpInTime">;
  /** Tests pass the time that the script uses in place of the store's, in microseconds. */
  nowUs?: () => number;
}): (question: LimitQuestion) => Promise<Reply> {
  const { store, ...clock } = options;
  const ratelimit = new Ratelimit({
    redis: store.redis,
    limiter: reservingBucket({ locksKeys: store.kind === "upstash", ...clock }),
    prefix: "lk",
    // The cache would keep refusing after the wait has ended or the limit was raised.
    ephemeralCache: false,
    analytics: false,
    enableTelemetry: false,
    // Off: the library's timer also counts time in which this process was suspended.
    timeout: 0,
  });
  return inBatches(async (questions) => {
    const asked = ratelimit.limit(encodeQuestions(questions));
    const replies = repliesOf(
      await (store.givesUpInTime ? asked : withinAwake(asked, BUDGET_MS, noVerdict)),
    );
    if (replies === null) throw noVerdict();
    return replies;
  });
}

const noVerdict = () => new Error(`No verdict from the store within ${BUDGET_MS} ms`);
