import { Redis, type Requester, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { elapsedMs } from "../core/elapsed";
import type { Ask, Bucket } from "./bucket";
import { decodeSender } from "./codec";
import { EPOCH_LENGTH } from "./epoch";
import { decide, isExpected, peek } from "./model";
import { scriptFor } from "./script";
import type { LimitStore } from "./store";

/**
 * Milliseconds since 1970 that never run backward and ignore changes of the system clock. They
 * include time in which the machine is suspended, as the clients' waits do.
 */
function steadyMs(): number {
  return performance.timeOrigin + elapsedMs();
}

type MemoryStore = LimitStore & {
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
 * An in-process store, for embedded stores and for outages. It is an @upstash/redis client like the
 * others; its requester runs the model in place of the limiter's script.
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
  const commands = commandsOn({ buckets, texts, bucketAt, nowMs });
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
  bucketAt: (key: string) => Bucket | null;
  nowMs: () => number;
};

/** The commands that the limiter uses, by their Redis names. */
function commandsOn(tables: Tables): Record<string, (args: string[]) => unknown> {
  const { buckets, texts } = tables;
  const { sha } = scriptFor({ locksKeys: false });
  return {
    get: ([key = ""]) => texts.get(key) ?? null,
    set: ([key = "", value = "", mode]) => {
      if (mode === "nx" && texts.has(key)) return null;
      texts.set(key, value);
      return "OK";
    },
    del: ([key = ""]) => Number(buckets.delete(key)),
    evalsha: ([asked, count, ...rest]) => {
      if (asked !== sha) throw new TypeError("The memory store runs no script but the limiter's");
      const [epochKey = "", ...bucketKeys] = rest.slice(0, Number(count));
      const [now, fresh = "", mode, ...args] = rest.slice(Number(count));
      const nowUs = now ? Number(now) : Math.floor(tables.nowMs() * 1000);
      const answers = bucketKeys.map((bucketKey, n) => {
        const [sender = "", limit, expected = ""] = args.slice(n * 3, n * 3 + 3);
        const ask = { ...decodeSender(sender), perMinute: Number(limit) };
        return (
          staleness(texts, { key: epochKey, expected, fresh }) ??
          answer(tables, { bucketKey, ask, nowUs, isPeek: mode === "peek" })
        );
      });
      return JSON.stringify(answers);
    },
  };
}

function staleness(
  texts: Map<string, string>,
  { key, expected, fresh }: { key: string; expected: string; fresh: string },
): string | null {
  const stored = texts.get(key);
  if (expected === "" || stored === expected) return null;
  if (stored !== undefined && stored.length === EPOCH_LENGTH) return stored;
  texts.set(key, fresh);
  return fresh;
}

type Question = { bucketKey: string; ask: Ask; nowUs: number; isPeek: boolean };

function answer({ buckets, bucketAt }: Tables, question: Question): number[] {
  const { bucketKey, ask, nowUs, isPeek } = question;
  const input = { bucket: bucketAt(bucketKey), ask, nowUs };
  if (isPeek) {
    const seen = peek(input);
    return [1, seen.remaining, seen.resetSeconds, 0, 0, 0];
  }
  const { bucket, outcome, ttlMs } = decide(input);
  if (bucket !== input.bucket) buckets.set(bucketKey, { bucket, untilMs: nowUs / 1000 + ttlMs });
  const { admitted, isHeld, remaining, resetSeconds, retryAfterSeconds, waitUs } = outcome;
  const kind = isHeld ? 2 : Number(admitted);
  return [kind, remaining, resetSeconds, retryAfterSeconds, waitUs, Number(outcome.unreserved)];
}
