import type { Redis } from "@upstash/redis";
import type { Log } from "../core/kernel/ports";
import type { LimitQuestion } from "./codec";
import type { Reply } from "./verdict";

/** A store for buckets and epochs. All kinds share one client API. */
export type LimitStore = {
  kind: "memory" | "redis" | "upstash";
  redis: Redis;
  /** Only of a store in this process: what other stores do by the script. Never throws. */
  decide?: (question: LimitQuestion) => Reply;
  /** Whether two consecutive commands never exceed the limiter's timeout of a second. */
  givesUpInTime: boolean;
  /** The cluster server that holds this key. Servers may fail one by one. */
  serverOf?(key: string): string;
  close(): Promise<void>;
};

/** The parts of the log that the limiter uses. */
export type LimitLog = Pick<Log, "info" | "warn">;
