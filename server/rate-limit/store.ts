import type { Redis } from "@upstash/redis";
import type { Log } from "../core/kernel/ports";
import type { LimitQuestion } from "./codec";

/**
 * Decides questions about one partner, in order, as the script does: an answer for each, which
 * parseReply() reads. `nowUs` replaces the store's time in microseconds.
 */
export type Decide = (
  questions: readonly LimitQuestion[],
  how: { nowUs?: number | undefined; isPeek: boolean },
) => unknown[];

/** A store for buckets and epochs. All kinds share one client API. */
export type LimitStore = {
  kind: "memory" | "redis" | "upstash";
  redis: Redis;
  /** Only of a store in this process: what other stores do by the script. */
  decide?: Decide;
  /** Whether two consecutive commands never exceed the limiter's timeout of a second. */
  givesUpInTime: boolean;
  /** The cluster server that holds this key. Servers may fail one by one. */
  serverOf?(key: string): string;
  close(): Promise<void>;
};

/** The parts of the log that the limiter uses. */
export type LimitLog = Pick<Log, "info" | "warn">;
