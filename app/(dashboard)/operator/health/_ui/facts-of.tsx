import type { ReactNode } from "react";
import type { Health } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Share } from "@/app/_ui/format/money";

type Figures = Health["figures"];
type Process = Health["process"];
type Fact = readonly [name: string, value: ReactNode];

const count = (name: string, value: number): Fact => [name, <Count key={name} value={value} />];

/** A counter that is normally zero; shows a warning otherwise. */
const errorCount = (name: string, value: number): Fact =>
  value === 0
    ? count(name, value)
    : [
        name,
        <span key={name}>
          <Count value={value} /> <Status tone="warn" label="Needs attention" />
        </span>,
      ];

export function processFacts(process: Process): Fact[] {
  const { loopDelayMs, loopBusy, memoryBytes, versions } = process;
  return [
    ["Started", <RelativeTime key="started" at={process.startedAt} />],
    ["PID", `${process.pid}`],
    ["Event loop utilization", <Share key="busy" value={loopBusy} />],
    ["Event loop lag", <Lag key="lag" {...loopDelayMs} />],
    ["Memory", <Size key="memory" bytes={memoryBytes} />],
    ["Node", versions.node],
    ["PostgreSQL", versions.database],
  ];
}

const DATABASES = { embedded: "Embedded (single connection)", external: "External" };

export function poolFacts({ total, idle, waiting }: Figures["pool"], { stores }: Process): Fact[] {
  return [
    ["Database", DATABASES[stores.database]],
    count("Busy", total - idle),
    count("Idle", idle),
    count("Waiting", waiting),
  ];
}

const LIMITERS = { memory: "In-memory", redis: "Redis", upstash: "Upstash" };

export function limiterFacts({ limiter, holds }: Figures, { stores }: Process): Fact[] {
  const { decisions, refused, held, stale } = limiter;
  return [
    ["Store", LIMITERS[stores.limiter]],
    [
      "Circuit breaker",
      limiter.isStoreOut ? (
        <Status key="breaker" tone="bad" label="Open (limits applied per process)" />
      ) : (
        <Status key="breaker" tone="good" label="Closed" />
      ),
    ],
    count("Allowed", decisions - refused - held - stale),
    count("Rate limited (429)", refused),
    count("Requests on hold", holds.now),
    count("Stale cache retries", stale),
    errorCount("Local fallback decisions", limiter.fallbacks),
    errorCount("Store outages", limiter.outages),
    count("Rejected without reservation", limiter.unreserved),
  ];
}

export function cacheFacts(cache: Figures["keyCache"]): Fact[] {
  const known = cache.hits + cache.unknownHits;
  const lookups = known + cache.misses;
  return [
    count("Cached keys", cache.records),
    ["Hit rate", <Share key="hits" value={lookups === 0 ? 0 : known / lookups} />],
    count("Misses", cache.misses),
    count("Revalidations", cache.rereads),
    count("Full invalidations", cache.clears),
    count("Pending lookups", cache.lookUpsWaiting),
    errorCount("Throttled lookups", cache.lookUpsRefused),
  ];
}

const BUFFERS: Record<string, string> = {
  counts: "Usage counts",
  requests: "Request log",
  scopeUses: "Scope usage",
};

export function recorderFacts(recorder: Figures["recorder"]): Fact[] {
  return Object.entries(recorder).flatMap(([name, { waiting, dropped, skipped }]) => {
    const buffer = BUFFERS[name] ?? name;
    return [
      count(`${buffer}: queued`, waiting),
      errorCount(`${buffer}: dropped`, dropped),
      ...(skipped > 0 ? [count(`${buffer}: over the per-key limit`, skipped)] : []),
    ];
  });
}

/** Of all processes, except for the attempts, which are this one's. */
export function webhookFacts({ figures, backlog }: Health): Fact[] {
  const { webhooks, events } = figures;
  return [
    ...backlogFacts(backlog),
    count("In flight", webhooks.inFlight),
    count("Delivered by this process", webhooks.delivered),
    count("Failed attempts, retried", webhooks.retried),
    errorCount("Failed after the last attempt", webhooks.failed),
    count("Events written by this process", events.written),
    count("Requests waiting for events", events.waiting),
  ];
}

function backlogFacts(backlog: Health["backlog"]): Fact[] {
  if (backlog === null) return [["Pending", "Unknown: the database doesn't respond"]];
  const { pending, oldestAt, healthy, failing, disabled } = backlog;
  return [
    count("Pending", pending),
    ["Oldest pending", <RelativeTime key="oldest" at={oldestAt} none="—" />],
    count("Enabled endpoints", healthy + failing),
    errorCount("Failing endpoints", failing),
    count("Disabled endpoints", disabled),
  ];
}

function Lag({ p50, p99 }: { p50: number; p99: number }) {
  const { number } = useFormats();
  const inTenths = (ms: number) => number(Math.round(ms * 10) / 10);
  return (
    <span suppressHydrationWarning>
      {inTenths(p50)} ms p50 · {inTenths(p99)} ms p99
    </span>
  );
}

const MEBIBYTE = 1_048_576;

function Size({ bytes }: { bytes: number }) {
  const { number } = useFormats();
  return <span suppressHydrationWarning>{number(Math.round(bytes / MEBIBYTE))} MiB</span>;
}
