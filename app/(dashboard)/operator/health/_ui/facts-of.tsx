"use client";

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
const trouble = (name: string, value: number): Fact =>
  value === 0
    ? count(name, value)
    : [
        name,
        <span key={name}>
          <Count value={value} /> <Status tone="warn" label="look into it" />
        </span>,
      ];

export function processFacts(process: Process): Fact[] {
  const { loopDelayMs, loopBusy, memoryBytes, versions } = process;
  return [
    ["Running since", <RelativeTime key="since" at={process.startedAt} />],
    ["Process id", `${process.pid}`],
    ["Event loop busy", <Share key="busy" value={loopBusy} />],
    ["Event loop late", <Late key="late" {...loopDelayMs} />],
    ["Memory", <Size key="memory" bytes={memoryBytes} />],
    ["Node", versions.node],
    ["PostgreSQL", versions.database],
  ];
}

const DATABASES = { embedded: "Embedded, one connection at a time", external: "External" };

export function poolFacts({ total, idle, waiting }: Figures["pool"], { stores }: Process): Fact[] {
  return [
    ["Database", DATABASES[stores.database]],
    count("Busy", total - idle),
    count("Idle", idle),
    count("Requests waiting for one", waiting),
  ];
}

const LIMITERS = { memory: "This process's memory", redis: "Redis", upstash: "Upstash" };

export function limiterFacts({ limiter, holds }: Figures, { stores }: Process): Fact[] {
  const { decisions, refused, held, stale } = limiter;
  return [
    ["Store", LIMITERS[stores.limiter]],
    [
      "Breaker",
      limiter.isStoreOut ? (
        <Status key="breaker" tone="bad" label="Open: each process limits alone" />
      ) : (
        <Status key="breaker" tone="good" label="Closed" />
      ),
    ],
    count("Admitted", decisions - refused - held - stale),
    count("Refused with 429", refused),
    count("Requests held now", holds.now),
    count("Asked again with a new epoch", stale),
    trouble("Decided without the store", limiter.fallbacks),
    trouble("Times the store went away", limiter.outages),
    count("Refused over a cap, without a slot", limiter.unreserved),
  ];
}

export function cacheFacts(cache: Figures["keyCache"]): Fact[] {
  const known = cache.hits + cache.unknownHits;
  const asked = known + cache.misses;
  return [
    count("Records at hand", cache.records),
    ["Found without the database", <Share key="hits" value={asked === 0 ? 0 : known / asked} />],
    count("Looked up", cache.misses),
    count("Read anew after a change", cache.rereads),
    count("Dropped as a whole", cache.clears),
    count("Look-ups of unknown keys waiting", cache.lookUpsWaiting),
    trouble("Look-ups refused to an address", cache.lookUpsRefused),
  ];
}

const BUFFERS: Record<string, string> = {
  counts: "Counts by minute",
  requests: "Request log",
  scopeUses: "Uses of scopes",
};

export function recorderFacts(recorder: Figures["recorder"]): Fact[] {
  return Object.entries(recorder).flatMap(([name, { waiting, dropped, skipped }]) => {
    const buffer = BUFFERS[name] ?? name;
    return [
      count(`${buffer}: waiting`, waiting),
      trouble(`${buffer}: lost`, dropped),
      ...(skipped > 0 ? [count(`${buffer}: over a key's share`, skipped)] : []),
    ];
  });
}

function Late({ p50, p99 }: { p50: number; p99: number }) {
  const { number } = useFormats();
  const inTenths = (ms: number) => number(Math.round(ms * 10) / 10);
  return (
    <span suppressHydrationWarning>
      {inTenths(p50)} ms in the middle, {inTenths(p99)} ms one time in a hundred
    </span>
  );
}

const MEBIBYTE = 1_048_576;

function Size({ bytes }: { bytes: number }) {
  const { number } = useFormats();
  return <span suppressHydrationWarning>{number(Math.round(bytes / MEBIBYTE))} MiB</span>;
}
