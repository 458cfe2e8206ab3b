import { Redis, type Requester, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { elapsedMs } from "../core/kernel/elapsed";
import { burstOf } from "../core/keys/limits";
import type { Ask, Bucket } from "./bucket";
import { bucketKey, epochKey, type LimitQuestion, normalized } from "./codec";
import { EPOCH_LENGTH, newEpoch } from "./epoch";
import { decide, isExpected, type Outcome } from "./model";
import type { LimitStore } from "./store";
import type { LimitVerdict, Reply } from "./verdict";

/**
 * Milliseconds since 1970 that never run backward and ignore changes of the system clock. They
 * include time in which the machine is suspended, as the clients' waits do.
 */
function steadyMs(): number {
  return performance.timeOrigin + elapsedMs();
}

type MemoryStore = LimitStore & {
  decide: (question: LimitQuestion) => Reply;
  /** Whether this bucket has a promise for this caller or its client that may be used now. */
  expects(bucketKey: string, who: Pick<Ask, "client" | "caller">): boolean;
  /** Buckets held now, including those that the next sweep will drop. */
  size(): number;
  /** Drops buckets that equal a new one. Runs by itself every 30 s. */
  sweep(): void;
};

type StoredBucket = { bucket: Bucket; untilMs: number };

const SWEEP_MS = 30_000;

/**
 * An in-process store, for embedded stores and for outages. Its client has the commands for epochs;
 * it decides with the model itself, where other stores run the script.
 */
export function openMemoryStore(options: { nowMs?: () => number } = {}): MemoryStore {
  const nowMs = options.nowMs ?? steadyMs;
  const buckets = new Map<string, StoredBucket>();
  const texts = new Map<string, string>();
  const bucketAt = (key: string): Bucket | null => {
    const stored = buckets.get(key);
    return stored !== undefined && stored.untilMs > nowMs() ? stored.bucket : null;
  };
  const sweep = () => {
    const now = nowMs();
    for (const [key, stored] of buckets) if (stored.untilMs <= now) buckets.delete(key);
  };
  const sweeper = setInterval(sweep, SWEEP_MS).unref();
  const commands = commandsOn({ buckets, texts });
  const requester: Requester = {
    async request<T>({ body }: UpstashRequest): Promise<UpstashResponse<T>> {
      const [name, ...args] = Array.isArray(body) ? body.map(String) : [];
      const command = commands[name ?? ""];
      if (command === undefined) throw new TypeError(`The memory store has no command ${name}`);
      return { result: command(args) as T };
    },
  };
  return {
    kind: "memory",
    givesUpInTime: true,
    redis: new Redis(requester),
    decide(question) {
      const epoch = staleness(texts, question);
      if (epoch !== null) return { verdict: { kind: "stale", epoch }, isUnreserved: false };
      const key = bucketKey(question);
      const ask = normalized(question);
      const nowUs = Math.floor(nowMs() * 1000);
      const known = bucketAt(key);
      const { bucket, outcome, ttlMs } = decide({ bucket: known, ask, nowUs });
      if (bucket !== known) buckets.set(key, { bucket, untilMs: nowUs / 1000 + ttlMs });
      return replyTo(ask, outcome);
    },
    expects: (key, who) => {
      const bucket = bucketAt(key);
      return bucket !== null && isExpected(bucket, who, Math.floor(nowMs() * 1000));
    },
    size: () => buckets.size,
    sweep,
    close: async () => {
      clearInterval(sweeper);
      buckets.clear();
    },
  };
}

type Tables = {
  buckets: Map<string, StoredBucket>;
  texts: Map<string, string>;
};

/** The commands that the limiter uses beside decisions, by their Redis names. */
function commandsOn({ buckets, texts }: Tables): Record<string, (args: string[]) => unknown> {
  return {
    get: ([key = ""]) => texts.get(key) ?? null,
    set: ([key = "", value = "", mode]) => {
      if (mode === "nx" && texts.has(key)) return null;
      texts.set(key, value);
      return "OK";
    },
    del: ([key = ""]) => Number(buckets.delete(key)),
  };
}

/** The partner's epoch, if the record was cached under another one; null if it is current. */
function staleness(texts: Map<string, string>, question: LimitQuestion): string | null {
  const { partnerId, epoch } = question;
  if (epoch === null) return null;
  const key = epochKey(partnerId);
  const stored = texts.get(key);
  if (stored === epoch) return null;
  if (stored !== undefined && stored.length === EPOCH_LENGTH) return stored;
  const fresh = newEpoch();
  texts.set(key, fresh);
  return fresh;
}

function replyTo({ perMinute, epoch }: LimitQuestion, outcome: Outcome): Reply {
  const verdict: LimitVerdict = {
    kind: outcome.isHeld ? "held" : outcome.admitted ? "admitted" : "refused",
    burst: burstOf(perMinute),
    perMinute,
    remaining: outcome.remaining,
    resetSeconds: outcome.resetSeconds,
    retryAfterSeconds: outcome.retryAfterSeconds,
    waitUs: outcome.waitUs,
    epoch,
    source: "store",
  };
  return { verdict, isUnreserved: outcome.unreserved };
}
