import type { ProcessSummary } from "../core/health/schema";
import type { Figures, Health, ProcessFacts } from "../core/kernel/health";
import type { BacklogWatch } from "./backlog";
import type { Served } from "./faces";
import { createHistory } from "./history";
import { metricsAnswer, readyAnswer } from "./http";
import { createLastKnown } from "./last-known";
import { type Loop, watchLoop } from "./loop";
import { memoryBytes } from "./memory";
import {
  type Answered,
  createMetrics,
  type Report,
  type Sources,
  type WorkerName,
} from "./metrics";
import { createReadiness, type Readiness } from "./readiness";

/** Metrics and readiness of the process, for monitoring. */
export type Watch = {
  /** Null without a token. */
  observe: ((answered: Answered) => void) | null;
  observeFace: ((served: Served) => void) | null;
  observeDelivery: ((seconds: number) => void) | null;
  /** `others` returns the reports of the other processes behind the same port. */
  answerMetrics(request: Request, others?: () => Promise<Report[]>): Promise<Response>;
  /** This process's own figures; empty without a token. */
  report(): Promise<Report>;
  answerReady(request: Request): Promise<Response>;
  /** The same figures and readiness, for the operators' console. */
  health(): Promise<Health>;
  /** The same in short, for the list of all processes. */
  summary(): Promise<ProcessSummary>;
  /** Reports unready from now on, because the process is about to stop. */
  drain(): void;
  close(): void;
};

/** The state of the process that sends webhooks and mail, as seen by the others. */
export type SenderState = {
  figures(): Figures["webhooks"];
  mail(): Figures["mail"];
  /** The problem and its fix, if it does not run; null if all is well. */
  fault(): string | null;
};

/** Opens the figures and readiness of the process. Metrics are collected only with a token. */
export function openWatch(options: {
  token: string | null;
  sources: Sources;
  /** Null if this process sends webhooks itself. */
  sender: SenderState | null;
  backlog: BacklogWatch;
  /** Checks of the stores, by the name that operators see. */
  checks: Pick<Parameters<typeof createReadiness>[0], "needed" | "wished">;
  databaseVersion: () => Promise<string>;
  clockSkewSeconds: () => Promise<number | null>;
  worker: WorkerName;
  /** The version of this release. */
  version: string;
  stores: ProcessFacts["stores"];
}): Watch {
  const { token, sources, backlog } = options;
  const loop = watchLoop(() => {
    history.take();
    // For the next sample.
    void backlog.read();
  });
  const { limiter, pool } = sources;
  const pendingWebhooks = () => backlog.last()?.pending ?? 0;
  const history = createHistory({ limiter, pool, loop, memoryBytes, pendingWebhooks });
  const readiness = createReadiness({
    needed: options.checks.needed,
    wished: options.checks.wished,
    nowMs: () => performance.now(),
  });
  const problems = async () => {
    const found = (await readiness()).problems;
    return Object.fromEntries(readiness.checks.map((check) => [check, check in found]));
  };
  let isDraining = false;
  const { worker } = options;
  const metrics = token === null ? null : createTimelyMetrics({ ...options, problems });
  return {
    observe: metrics?.observe ?? null,
    observeFace: metrics?.observeFace ?? null,
    observeDelivery: metrics?.observeDelivery ?? null,
    answerMetrics: (request, others) => metricsAnswer(request, { token, metrics, others }),
    report: async () => metrics?.report() ?? [],
    answerReady: async (request) =>
      readyAnswer(request, { token, readiness: isDraining ? STOPPING : await readiness() }),
    drain: () => {
      isDraining = true;
    },
    health: async () => {
      const [found, database, waiting] = await Promise.all([
        readiness(),
        options.databaseVersion(),
        backlog.read(),
      ]);
      const process = processFacts(loop, { stores: options.stores, database });
      const figures = figuresOf(sources, options.sender);
      return { ...found, figures, process, backlog: waiting, history: history.read() };
    },
    summary: async () => {
      const { delayMs, busy } = loop.read();
      return {
        worker: worker === "sender" ? 0 : worker,
        version: options.version,
        startedAt: new Date(Math.round(performance.timeOrigin)),
        status: isDraining ? STOPPING.status : (await readiness()).status,
        perMinute: (history.read().at(-1)?.decisions ?? 0) * SAMPLES_PER_MINUTE,
        loopDelayMs: delayMs.p99,
        loopBusy: busy,
        memoryBytes: memoryBytes(),
      };
    },
    close: loop.close,
  };
}

function createTimelyMetrics({
  sources,
  backlog,
  worker,
  version,
  problems,
  clockSkewSeconds,
}: Pick<
  Parameters<typeof openWatch>[0],
  "sources" | "backlog" | "worker" | "version" | "clockSkewSeconds"
> & { problems: () => Promise<Record<string, boolean>> }) {
  return createMetrics({
    sources,
    backlog: inTime(backlog.read),
    worker,
    version,
    problems: inTime(problems),
    clockSkewSeconds: inTime(clockSkewSeconds),
  });
}

/**
 * A scrape takes less than a second, however busy the database is: what it can't say in time is as
 * it was a moment ago.
 */
const inTime = <Value>(read: () => Promise<Value>) =>
  createLastKnown(read, { withinMs: 400, maxAgeMs: 60_000, nowMs: () => performance.now() });

const SAMPLES_PER_MINUTE = 6;

const STOPPING: Readiness = {
  status: "unready",
  problems: { process: "the server is shutting down" },
};

function figuresOf(sources: Sources, sender: SenderState | null): Figures {
  return {
    limiter: sources.limiter(),
    holds: sources.holds(),
    keyCache: sources.keyCache(),
    recorder: sources.recorder(),
    pool: sources.pool(),
    disk: sources.disk(),
    webhooks: sender?.figures() ?? sources.webhooks(),
    mail: sender?.mail() ?? sources.mail(),
    events: sources.events(),
  };
}

function processFacts(
  loop: Loop,
  { stores, database }: { stores: ProcessFacts["stores"]; database: string },
): ProcessFacts {
  const { delayMs, busy } = loop.read();
  return {
    pid: process.pid,
    startedAt: new Date(Math.round(performance.timeOrigin)),
    loopDelayMs: delayMs,
    loopBusy: busy,
    memoryBytes: memoryBytes(),
    versions: { node: process.version.slice(1), database },
    stores,
  };
}
