import type { Redis } from "@upstash/redis";
import type { Log } from "../core/ports";

/** A store for buckets and epochs. All kinds share one client API. */
export type LimitStore = {
  kind: "memory" | "redis" | "upstash";
  redis: Redis;
  /** Whether two consecutive commands never exceed the limiter's timeout of a second. */
  givesUpInTime: boolean;
  /** The cluster server that holds this key. Servers may fail one by one. */
  serverOf?(key: string): string;
  close(): Promise<void>;
};

/** The parts of the log that the limiter uses. */
export type LimitLog = Pick<Log, "info" | "warn">;
