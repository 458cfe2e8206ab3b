import { Ratelimit } from "@upstash/ratelimit";
import { withinAwake } from "../core/awake";
import { repliesOf, reservingBucket } from "./algorithm";
import { inBatches } from "./batches";
import { encodeQuestions, type LimitQuestion } from "./codec";
import type { LimitStore } from "./store";
import type { Reply } from "./verdict";

/** How long a question, or any other command of the limiter, may take. */
export const BUDGET_MS = 1_000;

/**
 * Asks a store through @upstash/ratelimit, one call for what is asked at once. Rejects if it gives no
 * verdict within the budget.
 */
export function createAsker(options: {
  store: Pick<LimitStore, "kind" | "redis" | "givesUpInTime">;
  /** In tests, the time the script shall take for the store's, in microseconds. */
  nowUs?: () => number;
}): (question: LimitQuestion) => Promise<Reply> {
  const { store, ...clock } = options;
  const ratelimit = new Ratelimit({
    redis: store.redis,
    limiter: reservingBucket({ locksKeys: store.kind === "upstash", ...clock }),
    prefix: "lk",
    // It would refuse from memory after the wait is over, and after a limit was raised.
    ephemeralCache: false,
    analytics: false,
    enableTelemetry: false,
    // Off: the library's timer counts the time in which the process was stopped.
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
