import { withinAwake } from "../core/awake";
import type { Figures } from "../core/health/schema";
import { BUDGET_MS, createAsker } from "./asker";
import { createBreakers } from "./breaker";
import { bucketKey, epochKey, type LimitQuestion } from "./codec";
import { newEpoch } from "./epoch";
import { openMemoryStore } from "./memory";
import { withRepeats } from "./repeats";
import type { LimitLog, LimitStore } from "./store";
import type { LimitVerdict, Reply } from "./verdict";

/** After this time every record cached under an older epoch has expired. */
const PATIENCE_MS = 11_000;
const EPOCH_RETRY_MS = 250;

export type RateLimiter = {
  /** Never rejects and stays within the timeout. One round trip to the store. */
  decide(question: LimitQuestion): Promise<LimitVerdict>;
  /**
   * Makes every cached record of the partner stale. Resolves when none can be used any more: once
   * the store confirms, or after 11 s if it does not. Never rejects.
   */
  setEpoch(partnerId: string): Promise<void>;
  /** The partner's epoch, created at random if missing; null during an outage of the store. */
  readEpoch(partnerId: string): Promise<string | null>;
  stats(): Figures["limiter"];
  close(): Promise<void>;
};

/** The rate limiter over one store, with in-process buckets for outages of that store. */
export function createRateLimiter(options: {
  store: LimitStore;
  log: LimitLog;
  /** Called when the store has recovered; its epochs may be older than those read before. */
  onReturn?: () => void;
  patienceMs?: number;
  nowMs?: () => number;
}): RateLimiter {
  const { store, patienceMs = PATIENCE_MS } = options;
  const fallback = openMemoryStore(options.nowMs ? { nowMs: options.nowMs } : {});
  const { ask: shared, forget } = withRepeats(createAsker({ store }), options.nowMs);
  const local = createAsker({ store: fallback });
  const breakers = createBreakers(options);
  const counts = { decisions: 0, refused: 0, fallbacks: 0, unreserved: 0, stale: 0, held: 0 };

  async function fallBack(question: LimitQuestion): Promise<Reply> {
    counts.fallbacks += 1;
    const { verdict, isUnreserved } = await local({ ...question, epoch: null });
    if (verdict.kind === "stale") throw new Error("Stale verdict without an epoch in the question");
    return { verdict: { ...verdict, source: "fallback" }, isUnreserved };
  }

  function answer(question: LimitQuestion): Promise<Reply> {
    const breaker = breakers.of(question.partnerId);
    const isOwed = fallback.size() > 0 && fallback.expects(bucketKey(question), question);
    if (breaker.isOpen() || isOwed) return fallBack(question);
    const mark = breaker.mark();
    return shared(question).catch((error: unknown) => {
      breaker.fail({ mark, error, probe: () => shared(probeBeside(question.partnerId)) });
      return fallBack(question);
    });
  }

  async function withinBudget<T>(partnerId: string, ask: () => Promise<T>): Promise<T | undefined> {
    const breaker = breakers.of(partnerId);
    const mark = breaker.mark();
    try {
      return await withinAwake(ask(), BUDGET_MS, noAnswer);
    } catch (error) {
      breaker.fail({ mark, error, probe: () => shared(probeBeside(partnerId)) });
      return undefined;
    }
  }

  return {
    async decide(question) {
      const { verdict, isUnreserved } = await answer(question);
      counts.decisions += 1;
      if (isUnreserved) counts.unreserved += 1;
      if (verdict.kind !== "admitted") counts[verdict.kind] += 1;
      return verdict;
    },
    async setEpoch(partnerId) {
      forget();
      const epoch = newEpoch();
      const deadlineMs = performance.now() + patienceMs;
      for (;;) {
        const set = () => store.redis.set(epochKey(partnerId), epoch);
        if ((await withinBudget(partnerId, set)) !== undefined) return;
        if (performance.now() >= deadlineMs) return;
        await pause(Math.min(EPOCH_RETRY_MS, deadlineMs - performance.now()));
      }
    },
    async readEpoch(partnerId) {
      const read = () => ensureEpoch(store, epochKey(partnerId));
      const isOut = breakers.of(partnerId).isOpen();
      return isOut ? null : ((await withinBudget(partnerId, read)) ?? null);
    },
    stats: () => ({ ...counts, isStoreOut: breakers.isAnyOpen(), outages: breakers.openings() }),
    async close() {
      breakers.close();
      await Promise.all([fallback.close(), store.close()]);
    },
  };
}

/** A question without side effects for callers that writes to the same cluster node. */
function probeBeside(partnerId: string): LimitQuestion {
  const perMinute = 60_000;
  const client = "";
  return { keyId: "probe", partnerId, client, caller: "", isNamed: false, perMinute, epoch: null };
}

async function ensureEpoch({ redis }: LimitStore, key: string): Promise<string | null> {
  const stored = await redis.get<string>(key);
  if (stored !== null) return stored;
  const epoch = newEpoch();
  const isSet = await redis.set(key, epoch, { nx: true });
  return isSet === null ? redis.get<string>(key) : epoch;
}

const noAnswer = () => new Error(`No response from the store within ${BUDGET_MS} ms`);

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
