import { withinAwake } from "../core/kernel/awake";
import type { Figures } from "../core/kernel/health";
import { createBreakers } from "./breaker";
import { bucketKey, epochKey, type LimitQuestion } from "./codec";
import { newEpoch } from "./epoch";
import { createEpochSetter } from "./epoch-setter";
import { openMemoryStore } from "./memory";
import { withRepeats } from "./repeats";
import type { LimitLog, LimitStore } from "./store";
import { BUDGET_MS, createStoreDecider } from "./store-decider";
import type { LimitVerdict, Reply } from "./verdict";

/** After this time every record cached under an older epoch has expired. */
const PATIENCE_MS = 11_000;

export type RateLimiter = {
  /** Never rejects and stays within the timeout. One round trip to the store. */
  decide(question: LimitQuestion): Promise<LimitVerdict>;
  /**
   * Makes every cached record of the partner stale. Never rejects. With `narrows`, resolves when
   * none can be used any more: once the store confirms, or after 11 s if it does not. Without,
   * resolves after one attempt, or at once if the store is known to be out; the attempts go on, and
   * a process whose own store works may use what it cached until it is 10 s old. Resolves to whether
   * it had to wait because the store did not confirm.
   */
  setEpoch(partnerId: string, how: { narrows: boolean }): Promise<boolean>;
  /** The partner's epoch, created at random if missing; null during an outage of the store. */
  readEpoch(partnerId: string): Promise<string | null>;
  stats(): Figures["limiter"];
  close(): Promise<void>;
};

type Options = {
  store: LimitStore;
  log: LimitLog;
  /** Called when the store has recovered; its epochs may be older than those read before. */
  onReturn?: () => void;
  patienceMs?: number;
  nowMs?: () => number;
};

/** The rate limiter over one store, with in-process buckets for outages of that store. */
export function createRateLimiter(options: Options): RateLimiter {
  const { store, patienceMs = PATIENCE_MS } = options;
  const fallback = openMemoryStore(options.nowMs ? { nowMs: options.nowMs } : {});
  const { ask: shared, forget } = withRepeats(deciderOn(store), options.nowMs);
  const breakers = createBreakers(options);
  const isOut = (partnerId: string) => breakers.of(partnerId).isOpen();
  const counts = { decisions: 0, refused: 0, fallbacks: 0, unreserved: 0, stale: 0, held: 0 };

  function fallBack(question: LimitQuestion): Reply {
    counts.fallbacks += 1;
    const { verdict, isUnreserved } = fallback.decide({ ...question, epoch: null });
    if (verdict.kind === "stale") throw new Error("Stale verdict without an epoch in the question");
    return { verdict: { ...verdict, source: "fallback" }, isUnreserved };
  }

  async function answer(question: LimitQuestion): Promise<Reply> {
    const breaker = breakers.of(question.partnerId);
    const isOwed = fallback.size() > 0 && fallback.expects(bucketKey(question), question);
    if (breaker.isOpen() || isOwed) return fallBack(question);
    const mark = breaker.mark();
    try {
      return await shared(question);
    } catch (error) {
      breaker.fail({ mark, error, probe: () => shared(probeBeside(question.partnerId)) });
      return fallBack(question);
    }
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

  const epochs = createEpochSetter({
    log: options.log,
    patienceMs,
    isOut,
    set: async (id) => (await withinBudget(id, newEpochOn(store, id))) !== undefined,
  });

  return {
    async decide(question) {
      const { verdict, isUnreserved } = await answer(question);
      counts.decisions += 1;
      if (isUnreserved) counts.unreserved += 1;
      if (verdict.kind !== "admitted") counts[verdict.kind] += 1;
      return verdict;
    },
    setEpoch(partnerId, how) {
      forget();
      return epochs.set(partnerId, how);
    },
    async readEpoch(partnerId) {
      const read = () => ensureEpoch(store, epochKey(partnerId));
      return isOut(partnerId) ? null : ((await withinBudget(partnerId, read)) ?? null);
    },
    stats: () => ({ ...counts, isStoreOut: breakers.isAnyOpen(), outages: breakers.openings() }),
    async close() {
      breakers.close();
      epochs.close();
      await Promise.all([fallback.close(), store.close()]);
    },
  };
}

/** A store in this process decides at once; any other is called, through @upstash/ratelimit. */
function deciderOn(store: LimitStore): (question: LimitQuestion) => Promise<Reply> {
  const { decide } = store;
  return decide ? async (question) => decide(question) : createStoreDecider({ store });
}

/** A question without side effects for callers that writes to the same cluster node. */
function probeBeside(partnerId: string): LimitQuestion {
  const perMinute = 60_000;
  const client = "";
  return { keyId: "probe", partnerId, client, caller: "", isNamed: false, perMinute, epoch: null };
}

function newEpochOn({ redis }: LimitStore, partnerId: string) {
  return () => redis.set(epochKey(partnerId), newEpoch());
}

async function ensureEpoch({ redis }: LimitStore, key: string): Promise<string | null> {
  const stored = await redis.get<string>(key);
  if (stored !== null) return stored;
  const epoch = newEpoch();
  const isSet = await redis.set(key, epoch, { nx: true });
  return isSet === null ? redis.get<string>(key) : epoch;
}

const noAnswer = () => new Error(`No response from the store within ${BUDGET_MS} ms`);
