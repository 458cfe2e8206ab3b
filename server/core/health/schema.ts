/** What the parts of a process tell about themselves; numbers that only grow are since its start. */
export type Figures = {
  limiter: {
    decisions: number;
    refused: number;
    fallbacks: number;
    unreserved: number;
    stale: number;
    outages: number;
    isStoreOut: boolean;
  };
  keyCache: {
    hits: number;
    unknownHits: number;
    misses: number;
    rereads: number;
    clears: number;
    records: number;
    lookUpsWaiting: number;
    lookUpsRefused: number;
  };
  /** What is buffered before it is written, by the name of the buffer. */
  recorder: Record<string, { waiting: number; dropped: number }>;
  pool: { total: number; idle: number; waiting: number };
};

/** What runs where. */
export type ProcessFacts = {
  pid: number;
  startedAt: Date;
  /** How late timers were in the last ten seconds: the middle, and the worst of a hundred. */
  loopDelayMs: { p50: number; p99: number };
  /** Share of the last ten seconds that the event loop was busy, 0 to 1. */
  loopBusy: number;
  memoryBytes: number;
  versions: { node: string; database: string };
  stores: { database: "embedded" | "external"; limiter: "memory" | "redis" | "upstash" };
};

/** How the process that answers is. Behind one port there may be several. */
export type Health = {
  /** `degraded`: serves, but not as well as it should. */
  status: "ready" | "degraded" | "unready";
  /** What is wrong, by the name of the store. */
  problems: Record<string, string>;
  figures: Figures;
  process: ProcessFacts;
};
