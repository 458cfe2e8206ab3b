import type { Redis } from "@upstash/redis";

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

/** What the limiter writes its few lines to; pino fits. */
export type LimitLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};
