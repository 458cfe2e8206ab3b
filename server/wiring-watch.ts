import release from "../package.json" with { type: "json" };
import type { Figures } from "./core/kernel/health";
import { mailFault, readMailBacklog } from "./core/mail/backlog";
import { backlogFault, readWebhookBacklog } from "./core/webhooks/backlog";
import type { Dispatcher } from "./delivery/dispatcher";
import type { Env } from "./env";
import { type BacklogWatch, watchBacklog } from "./observe/backlog";
import type { WorkerName } from "./observe/metrics";
import { openWatch, type SenderState, type Watch } from "./observe/watch";
import type { RateLimiter } from "./rate-limit/limiter";
import type { LimitStore } from "./rate-limit/store";
import type { EventWaits } from "./rest/event-waits";
import type { Holds } from "./rest/holds";
import { clockFault, clockSkewSeconds } from "./stores/clock-skew";
import type { DiskSpace } from "./stores/disk-space";
import type { ProcessSignal } from "./stores/event-signal";
import type { MeasuredKeyCache } from "./stores/key-cache";
import { databaseVersion, findSchemaFault } from "./stores/migrated";
import type { Postgres } from "./stores/postgres";
import { findRedisFault } from "./stores/redis-probe";
import { explainPostgres, type StoreFault, tellFault } from "./stores/store-fault";
import { findPrivilegeFault, findWriteFault } from "./stores/write-probe";
import type { UsageRecorder } from "./usage/recorder";

type Watched = {
  env: Env;
  postgres: Postgres;
  store: LimitStore;
  limiter: RateLimiter;
  holds: Holds;
  keyCache: MeasuredKeyCache;
  recorder: UsageRecorder;
  diskSpace: DiskSpace | null;
  dispatcher: Dispatcher;
  mailer: { stats(): Figures["mail"] };
  /** Null if this process sends webhooks itself. */
  sender: SenderState | null;
  events: ProcessSignal;
  eventWaits: EventWaits;
  worker: WorkerName;
};

/** Metrics, readiness and health of a process with these parts. */
export function watchOver(watched: Watched): Watch {
  const { env, postgres, store, limiter, holds, keyCache, recorder, diskSpace, worker } = watched;
  const { prisma } = postgres;
  const backlog = watchBacklog(
    async () => ({ ...(await readWebhookBacklog(prisma)), mail: await readMailBacklog(prisma) }),
    () => performance.now(),
  );
  return openWatch({
    token: env.metricsToken,
    sources: {
      limiter: limiter.stats,
      holds: holds.stats,
      keyCache: keyCache.stats,
      recorder: recorder.stats,
      pool: postgres.stats,
      disk: () => ({ freeBytes: diskSpace?.freeBytes() ?? null }),
      webhooks: () => watched.dispatcher.stats(),
      mail: () => watched.mailer.stats(),
      events: () => ({ written: watched.events.sent(), waiting: watched.eventWaits.count() }),
    },
    sender: watched.sender,
    backlog,
    // It serves nothing.
    checks:
      worker === "sender"
        ? { needed: {}, wished: {} }
        : {
            needed: {
              database: () =>
                findSchemaFault(prisma)
                  .then(async (fault) => fault ?? textOf(await findPrivilegeFault(prisma)))
                  .catch(explained),
            },
            wished: {
              disk: async () => diskSpace?.fault() ?? null,
              // Watching the disk is enough for the embedded database, which has only one connection.
              writes: async () =>
                diskSpace === null ? textOf(await findWriteFault(prisma)) : null,
              limiter: async () => textOf(await findRedisFault(store)),
              clock: async () => clockFault(await clockSkewSeconds(prisma)),
              ...queueChecks(watched, backlog),
            },
          },
    databaseVersion: () => databaseVersion(prisma),
    clockSkewSeconds: () => clockSkewSeconds(prisma),
    worker,
    version: release.version,
    stores: {
      database: env.databaseUrl === null ? "embedded" : "external",
      limiter: env.redis === null ? "memory" : env.redis.kind === "upstash" ? "upstash" : "redis",
    },
  });
}

/** Whether webhooks and mail are sent. */
function queueChecks({ sender, mailer }: Watched, backlog: BacklogWatch) {
  return {
    webhooks: async () => {
      const silence = sender?.fault() ?? null;
      if (silence !== null) return silence;
      const found = await backlog.read();
      return textOf(found && backlogFault(found));
    },
    mail: async () => {
      const { fault } = sender?.mail() ?? mailer.stats();
      if (fault !== null) return `mail waits, and nothing is lost: ${fault}`;
      const found = await backlog.read();
      return textOf(found && mailFault(found.mail));
    },
  };
}

const textOf = (fault: StoreFault | null) => (fault === null ? null : tellFault(fault));

/** The cause and fix of a known database error; throws any other error. */
function explained(error: unknown): string {
  const fault = explainPostgres(error);
  if (fault === null) throw error;
  return tellFault(fault);
}
