import type { Redis } from "@upstash/redis";
import type { Log } from "../core/ports";

/** Where buckets and epochs live. One client API for all of them. */
export type LimitStore = {
  kind: "memory" | "redis" | "upstash";
  redis: Redis;
  /** Whether two commands in a row never take longer than the limiter's budget of a second. */
  givesUpInTime: boolean;
  /** Which server of a cluster answers for this key, as they may fail one by one. */
  serverOf?(key: string): string;
  close(): Promise<void>;
};

/** What the limiter writes its few lines to. */
export type LimitLog = Pick<Log, "info" | "warn">;
