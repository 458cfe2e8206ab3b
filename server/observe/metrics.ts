import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from "prom-client";
import type { Backlog, Figures } from "../core/kernel/health";
import { describeBacklog } from "./backlog-metrics";
import { describeFaces, type Served } from "./faces";
import { by, one, type Readings } from "./readings";

export type Sources = { [Part in keyof Figures]: () => Figures[Part] };

/** A completed request. The route is a template, to keep the number of series small. */
export type Answered = { route: string; method: string; status: number; seconds: number };

/** All figures of one process. */
export type Report = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** A process's number among those behind one port, from 1; "sender": it only sends webhooks. */
export type WorkerName = number | "sender";

export type Metrics = {
  observe(answered: Answered): void;
  observeFace(served: Served): void;
  /** A webhook that its endpoint accepted at the first attempt, so long after its event. */
  observeDelivery(seconds: number): void;
  report(): Promise<Report>;
  /** The Prometheus text format, including the reports of other processes, if there are any. */
  text(others: Promise<readonly Report[]> | null): Promise<string>;
  contentType: string;
};

// Covers typical response times: under a millisecond with a cached key and a nearby Redis.
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From the few milliseconds of a free process to the minutes of an overloaded one. */
const DELIVERY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * The process's figures for Prometheus. With WORKERS, processes are labeled by number. A
 * replacement inherits the number, so that a restart begins no new series.
 */
export function createMetrics(options: {
  sources: Sources;
  backlog: () => Promise<Backlog | null>;
  worker: WorkerName;
  version: string;
  /** How far PostgreSQL's clock is ahead; null if unknown. */
  clockSkewSeconds: () => Promise<number | null>;
  /** For each readiness check, whether it finds a problem; null if unknown. */
  problems: () => Promise<Record<string, boolean> | null>;
}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ worker: String(options.worker) });
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "latchkey_http_requests_total",
    help: "Completed requests to the REST API",
    labelNames: ["route", "method", "status"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "latchkey_http_request_duration_seconds",
    help: "Time from the arrival of a request to its response",
    labelNames: ["route"],
    buckets: SECONDS,
    registers: [registry],
  });
  const delivery = new Histogram({
    name: "latchkey_webhook_delivery_duration_seconds",
    help: "Time from an event to the response of an endpoint that accepts it at the first attempt",
    buckets: DELIVERY_SECONDS,
    registers: [registry],
  });
  describeSources(registry, options.sources);
  describeProcess(registry, options);
  // The queue is shared: once for all processes behind the port, so that a sum is right.
  if (options.worker === 1) describeBacklog(registry, options.backlog);
  const observeFace = describeFaces(registry);
  return {
    observe({ route, method, status, seconds: taken }) {
      requests.inc({ route, method: METHODS.has(method) ? method : "other", status });
      seconds.observe({ route }, taken);
    },
    observeFace,
    observeDelivery: (taken) => delivery.observe(taken),
    report: () => registry.getMetricsAsJSON(),
    text: async (others) => {
      if (others === null) return registry.metrics();
      const [own, rest] = await Promise.all([registry.getMetricsAsJSON(), others]);
      return AggregatorRegistry.aggregate([own, ...rest]).metrics();
    },
    contentType: registry.contentType,
  };
}

function describeProcess(
  registry: Registry,
  {
    version,
    problems,
    clockSkewSeconds,
  }: Pick<Parameters<typeof createMetrics>[0], "version" | "problems" | "clockSkewSeconds">,
): void {
  new Gauge({
    name: "latchkey_clock_skew_seconds",
    help: "The clock of the store minus this machine's",
    labelNames: ["store"],
    registers: [registry],
    async collect() {
      const skew = await clockSkewSeconds();
      this.reset();
      if (skew !== null) this.set({ store: "postgresql" }, skew);
    },
  });
  const build = new Gauge({
    name: "latchkey_build_info",
    help: "Always 1; the labels are the release and the Node.js version",
    labelNames: ["version", "node"],
    registers: [registry],
  });
  build.set({ version, node: process.versions.node }, 1);
  new Gauge({
    name: "latchkey_problem",
    help: "1 while /api/ready reports a problem with this part",
    labelNames: ["check"],
    registers: [registry],
    async collect() {
      const found = Object.entries((await problems()) ?? {});
      for (const [check, is] of found) this.set({ check }, is ? 1 : 0);
    },
  });
}

function describeSources(registry: Registry, sources: Sources): void {
  const counter: Describe = (name, help, read) =>
    figure(registry, Counter, { name: `latchkey_${name}_total`, help, read });
  const gauge: Describe = (name, help, read) =>
    figure(registry, Gauge, { name: `latchkey_${name}`, help, read });
  describeLimiter(sources, { counter, gauge });
  describeHolds(sources, { counter, gauge });
  describeKeyCache(sources, { counter, gauge });
  describeStores(sources, { counter, gauge });
  describeEvents(sources, { counter, gauge });
}

type Describe = (name: string, help: string, read: () => Readings) => void;
type Kinds = { counter: Describe; gauge: Describe };

function describeLimiter({ limiter }: Sources, { counter, gauge }: Kinds): void {
  counter("limiter_verdicts", "Decisions of the rate limiter", () => {
    const { decisions, refused, held, stale } = limiter();
    return by("verdict", { admitted: decisions - refused - held - stale, refused, held, stale });
  });
  counter(
    "limiter_fallbacks",
    "Decisions made in process while the rate limit store was unreachable",
    () => one(limiter().fallbacks),
  );
  counter(
    "limiter_unreserved",
    "Rejections without a reserved slot, because a cap was reached",
    () => one(limiter().unreserved),
  );
  counter("limiter_outages", "Outages of the rate limit store", () => one(limiter().outages));
  gauge(
    "limiter_store_out",
    "1 while the rate limit store is unreachable and each process limits on its own",
    () => one(limiter().isStoreOut ? 1 : 0),
  );
}

function describeHolds({ holds }: Sources, { counter, gauge }: Kinds): void {
  gauge("requests_held", "Requests currently held until their slot (Prefer: wait)", () =>
    one(holds().now),
  );
  counter("held_requests", "Held requests by result", () => {
    const { now: _, ...results } = holds();
    return by("result", results);
  });
}

function describeKeyCache({ keyCache }: Sources, { counter, gauge }: Kinds): void {
  counter("key_cache_lookups", "Key cache lookups by result", () => {
    const { hits, unknownHits, misses } = keyCache();
    return by("result", { hit: hits, unknown: unknownHits, miss: misses });
  });
  counter(
    "key_cache_epoch_changes",
    "Cached records that were older than their partner's epoch",
    () => one(keyCache().rereads),
  );
  counter("key_cache_clears", "Times that the whole cache was cleared", () =>
    one(keyCache().clears),
  );
  gauge("key_cache_records", "Records in the key cache", () => one(keyCache().records));
  gauge("unknown_key_lookups_waiting", "Waiting lookups of unknown keys", () =>
    one(keyCache().lookUpsWaiting),
  );
  counter(
    "unknown_key_lookups_refused",
    "Rejected lookups from IP addresses with too many unknown keys",
    () => one(keyCache().lookUpsRefused),
  );
}

function describeStores({ recorder, pool, disk }: Sources, { counter, gauge }: Kinds): void {
  gauge("recorder_waiting", "Usage records in memory that are not written yet", () =>
    Object.entries(recorder()).map(([buffer, { waiting }]) => [{ buffer }, waiting]),
  );
  counter("recorder_dropped", "Calls lost because too many were waiting to be written", () =>
    Object.entries(recorder()).map(([buffer, { dropped }]) => [{ buffer }, dropped]),
  );
  counter(
    "recorder_skipped",
    "Calls left out of the request log because their key exceeded its share",
    () => one(recorder().requests.skipped),
  );
  gauge("data_dir_free_bytes", "Free bytes on the disk with the embedded database", () => {
    const { freeBytes } = disk();
    return freeBytes === null ? [] : one(freeBytes);
  });
  gauge(
    "database_connections",
    "Connections of the pool; waiting: requests waiting for a connection",
    () => {
      const { total, idle, waiting } = pool();
      return by("state", { busy: total - idle, idle, waiting });
    },
  );
}

function describeEvents({ webhooks, events, mail }: Sources, { counter, gauge }: Kinds): void {
  counter("events", "Events written to the partners' feeds", () => one(events().written));
  gauge("event_requests_waiting", "Requests to the feed that wait for an event", () =>
    one(events().waiting),
  );
  counter("webhook_attempts", "Attempts to deliver a webhook, by what followed", () => {
    const { delivered, retried, failed } = webhooks();
    return by("result", { delivered, retried, failed });
  });
  gauge("webhook_requests_in_flight", "Webhooks being sent", () => one(webhooks().inFlight));
  gauge(
    "webhooks_unrecorded",
    "Webhooks that are being sent, or were sent and are not recorded: a crash repeats them",
    () => one(webhooks().unrecorded),
  );
  counter("mail_attempts", "Attempts to send a mail, by what followed", () => {
    const { sent, refused, retried, failed } = mail();
    return by("result", { sent, refused, retried, failed });
  });
}

/** A figure that is read on each scrape. */
function figure(
  registry: Registry,
  Kind: typeof Counter | typeof Gauge,
  { name, help, read }: { name: string; help: string; read: () => Readings },
): void {
  const [[labels] = [{}]] = read();
  new Kind({
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
    collect() {
      this.reset();
      for (const [values, value] of read()) this.inc(values, value);
    },
  });
}
