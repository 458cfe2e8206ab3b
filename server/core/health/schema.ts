/** What the parts of a process tell about themselves; numbers that only grow are since its start. */
export type Figures = {
  limiter: {
    /** Questions answered, however. */
    decisions: number;
    refused: number;
    /** Of them, answered by the bucket in this process because no store did in time. */
    fallbacks: number;
    /** Refusals over a cap, for which no slot is kept. */
    unreserved: number;
    /** Questions of requests that are held until their slot. */
    held: number;
    /** Questions that came with an old record. */
    stale: number;
    /** Some server of the store is out; the others of a cluster may well be there. */
    isStoreOut: boolean;
    outages: number;
  };
  /** Requests that were held until their slot (`Prefer: wait`), by how they ended, and those held now. */
  holds: {
    now: number;
    served: number;
    /** Their server was about to stop, or their slot came too late. */
    refused: number;
    /** Their key died meanwhile, or may not do it any more. */
    denied: number;
    /** Their client left. */
    gone: number;
    failed: number;
  };
  keyCache: {
    hits: number;
    /** Of them, keys known to be unknown. */
    unknownHits: number;
    misses: number;
    /** Records that were older than their partner's epoch. */
    rereads: number;
    /** Times that everything was dropped, since the store of the epochs had been away. */
    clears: number;
    records: number;
    /** Look-ups of unknown keys that wait, and that were refused, for their address had too many. */
    lookUpsWaiting: number;
    lookUpsRefused: number;
  };
  /** By buffer: calls that wait, that were lost, and that were left out by design. */
  recorder: Record<
    "counts" | "requests" | "scopeUses",
    { waiting: number; dropped: number; skipped: number }
  >;
  /** Free bytes where DATA_DIR is; null where nothing is stored there or it cannot be read. */
  disk: { freeBytes: number | null };
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
