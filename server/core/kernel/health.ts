/** Figures of a process's parts; counters start at 0 when the process starts. */
export type Figures = {
  limiter: {
    /** All decisions. */
    decisions: number;
    refused: number;
    /** Decisions by the bucket in this process, because no store responded in time. */
    fallbacks: number;
    /** Refusals over a cap, for which no slot is reserved. */
    unreserved: number;
    /** Decisions that hold a request until its slot. */
    held: number;
    /** Decisions asked with a stale key record. */
    stale: number;
    /** Some server of the store is unreachable; other servers of a cluster may still respond. */
    isStoreOut: boolean;
    outages: number;
  };
  /** Requests held until their slot (`Prefer: wait`), by how they ended, and those held now. */
  holds: {
    now: number;
    served: number;
    /** Refused because the server was about to stop, or the slot was too far away. */
    refused: number;
    /** The key was revoked or expired meanwhile, or lost its permission. */
    denied: number;
    /** The client disconnected. */
    gone: number;
    failed: number;
  };
  keyCache: {
    hits: number;
    /** Of the hits, keys cached as unknown. */
    unknownHits: number;
    misses: number;
    /** Records read again because they were older than their partner's epoch. */
    rereads: number;
    /** Times that the whole cache was cleared after an outage of the epochs' store. */
    clears: number;
    records: number;
    /**
     * Lookups of unknown keys that are queued, and that were refused because their address had too
     * many.
     */
    lookUpsWaiting: number;
    lookUpsRefused: number;
  };
  /** By buffer: entries waiting, lost, and skipped by design. */
  recorder: Record<
    "counts" | "requests" | "scopeUses",
    { waiting: number; dropped: number; skipped: number }
  >;
  /** Free bytes on the disk of DATA_DIR; null if nothing is stored there or it can't be read. */
  disk: { freeBytes: number | null };
  pool: { total: number; idle: number; waiting: number };
  /** Attempts to deliver webhooks, by what followed. */
  webhooks: {
    delivered: number;
    retried: number;
    failed: number;
    inFlight: number;
    /** In flight, or sent and not recorded yet: a crash repeats them. */
    unrecorded: number;
  };
  /** Attempts to send mails, by what followed. */
  mail: {
    sent: number;
    refused: number;
    retried: number;
    failed: number;
    inFlight: number;
    /** Why no mail gets through now, as a sentence; null if it does. */
    fault: string | null;
  };
  /** Events written, and requests to the feed that wait for one. */
  events: { written: number; waiting: number };
};

/** The mails that all processes together have still to send. */
export type MailBacklog = {
  /** Counted up to 100,000. */
  waiting: number;
  /** The age of the oldest, by the database's clock. */
  oldestSeconds: number;
  /** The longest that one has been due without a process that sends it. */
  overdueSeconds: number;
};

/** The deliveries that all processes together have still to send. */
export type Backlog = {
  /** Deliveries to be sent or retried; counted up to 100,000. */
  pending: number;
  /** The oldest of their events, and its age by the database's clock. */
  oldestAt: Date | null;
  oldestSeconds: number;
  /** The longest that a delivery has been due at an endpoint that no process sends to. */
  unattendedSeconds: number;
  /** Endpoints by status. `failing`: enabled, without a success since the last failure. */
  healthy: number;
  failing: number;
  disabled: number;
  mail: MailBacklog;
};

export type ProcessFacts = {
  pid: number;
  startedAt: Date;
  /** Event loop delay over the last ten seconds: median and 99th percentile. */
  loopDelayMs: { p50: number; p99: number };
  /** Share of the last ten seconds in which the event loop was busy, 0 to 1. */
  loopBusy: number;
  memoryBytes: number;
  versions: { node: string; database: string };
  stores: { database: "embedded" | "external"; limiter: "memory" | "redis" | "upstash" };
};

/** Figures of ten seconds. */
export type HealthSample = {
  decisions: number;
  /** The 99th percentile of the event loop's delay. */
  loopDelayMs: number;
  memoryBytes: number;
  busyConnections: number;
  /** Of all processes; 0 while unknown. */
  pendingWebhooks: number;
};

/** The health of the process that handles the request. Several processes may share a port. */
export type Health = {
  /** `degraded`: works, but not at full quality. */
  status: "ready" | "degraded" | "unready";
  /** Descriptions of the faults, by store. */
  problems: Record<string, string>;
  figures: Figures;
  process: ProcessFacts;
  /** The webhooks of all processes; null while the database does not respond. */
  backlog: Backlog | null;
  /** The last quarter of an hour, oldest first; shorter after a start. */
  history: readonly HealthSample[];
};
