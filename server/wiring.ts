import { createPasswords } from "./auth/passwords";
import type { Secrets } from "./auth/seals";
import { type Clock, type Core, systemClock } from "./core/kernel/actor";
import type { Log, Passwords } from "./core/kernel/ports";
import { resealMailTokens } from "./core/mail/reseal";
import { resealPayoutDetails } from "./core/payout-details/reseal";
import { resealSecondFactors } from "./core/sign-in/reseal";
import { resealWebhookSecrets } from "./core/webhooks/reseal";
import type { Dispatcher } from "./delivery/dispatcher";
import { type Env, exportAuthEnv, readEnv } from "./env";
import type { RedisSettings } from "./env-redis";
import type { MailSender } from "./mail/open";
import { createLog } from "./observe/log";
import type { WorkerName } from "./observe/metrics";
import type { SenderState, Watch } from "./observe/watch";
import { createRateLimiter, type RateLimiter } from "./rate-limit/limiter";
import { openMemoryStore } from "./rate-limit/memory";
import type { LimitStore } from "./rate-limit/store";
import type { Api } from "./rest/api";
import type { Documents } from "./rest/documents";
import { createEventWaits } from "./rest/event-waits";
import { createHolds, type Holds } from "./rest/holds";
import { createLeakReports } from "./rest/leak-reports";
import { watchDiskSpace } from "./stores/disk-space";
import { encryptionOf } from "./stores/encryption";
import { openEventSignal, type ProcessSignal } from "./stores/event-signal";
import type { MeasuredKeyCache } from "./stores/key-cache";
import { findSchemaFault } from "./stores/migrated";
import { openPostgres, type Postgres } from "./stores/postgres";
import { openRedis, openUpstash } from "./stores/redis";
import { createPresence } from "./usage/presence";
import { createRecorder, type UsageRecorder } from "./usage/recorder";
import { createRetention, createSweeps } from "./usage/retention";
import { openApi, openKeyCaches } from "./wiring-api";
import { createCore, type Demo, settingsOf } from "./wiring-core";
import { openSignerKeys } from "./wiring-leaks";
import { openSenders } from "./wiring-senders";
import { watchOver } from "./wiring-watch";

/** The parts that a process serves with, built once. */
export type Wiring = {
  core: Core;
  api: Api;
  /** `POST /api/v1/leaks`. */
  leakReports: Api;
  log: Log;
  limiter: RateLimiter;
  /** The held requests (`Prefer: wait`). */
  holds: Holds;
  keyCache: MeasuredKeyCache;
  recorder: UsageRecorder;
  /** Sign the session cookies; the keys for cursors and second factors are derived from them. */
  secrets: Secrets;
  /** The URL for browsers; null: from the Host header. */
  publicUrl: string | null;
  /** Settings that pages show. */
  shown: {
    supportEmail: string | null;
    requestLogDays: number;
    eventDays: number;
    /** Whether mail is configured. */
    hasMail: boolean;
  };
  /** Describes the fault of a request's Origin header; null if it is valid. */
  originFault(headers: Headers): string | null;
  /** The client's address from a request's headers; null without a trusted source. */
  clientAddress(headers: Headers): string | null;
  /** Delivers webhooks; started only with our own server, unless a process beside it sends. */
  dispatcher: Dispatcher;
  /** Sends mail; started as the dispatcher is. Without a mail server it does nothing. */
  mailer: MailSender;
  /** GET /api/metrics and /api/ready. */
  watch: Watch;
  /** Whether our own server runs: it is notified before shutdown, and its timers run until then. */
  hasOwnServer: boolean;
  /** Called while handling a request that fails because a store is unavailable. */
  onUnavailable(): void;
  /** Tells all processes of events that another thread of this one has written. */
  noteEvents: ProcessSignal["send"];
  /** Starts what is done every minute: retention, and the events of keys that end. */
  startSweeps(): void;
  /** Flushes buffers, then closes the stores. */
  close(): Promise<void>;
};

type Parts = {
  env: Env;
  postgres: Postgres;
  secret: string;
  /** Whether our own server writes X-Forwarded-For, from the socket. */
  hasOwnServer: boolean;
  /** The number of this worker among those that share the port, or that it only sends webhooks. */
  worker?: WorkerName;
  sender?: SenderState;
  /** Omitted without a demo. */
  demo?: Demo;
  /** See Wiring. */
  onUnavailable?: () => void;
  /** Replaces documents that are generated when they are requested. */
  documents?: Documents;
  /** Replaces the system clock in tests. */
  clock?: Clock;
  /** Replaces the slow hashing in tests. */
  passwords?: Passwords;
};

const NO_DEMO = { demoOperator: null, demoInbox: async () => null };

/** Opens the wiring over the stores that the environment names. Throws if it names none. */
export async function openWiringFromEnv(): Promise<Wiring> {
  const env = readEnv();
  if (env.databaseUrl === null || env.authSecret === null) {
    throw new Error(
      "Set DATABASE_URL and NEXTAUTH_SECRET. Only `npm start` works without them: it has embedded stores.",
    );
  }
  exportAuthEnv({ secret: env.authSecret, publicUrl: env.publicUrl });
  const postgres = openPostgres({ connectionString: env.databaseUrl });
  const parts = { env, postgres, secret: env.authSecret, hasOwnServer: false };
  const wiring = await openWiring(parts);
  wiring.startSweeps();
  // No migrations run here. /api/ready reports the fault too, but a reader of the log sees it only
  // here.
  const fault = await findSchemaFault(postgres.prisma).catch(() => null);
  if (fault) wiring.log.error({}, `${fault}: run "latchkey doctor" for help`);
  return wiring;
}

/** Opens the wiring over an open database. */
export async function openWiring(options: Parts): Promise<Wiring> {
  const { env, postgres, secret, hasOwnServer, worker = 1, clock = systemClock } = options;
  const { demo = NO_DEMO, passwords = createPasswords(), sender = null, documents } = options;
  const serves = worker !== "sender";
  const secrets: Secrets = env.previousSecret === null ? [secret] : [secret, env.previousSecret];
  const log = openLog(env, worker);
  // After an outage the store may have older epochs than the cached records, so the cache is
  // cleared.
  const forget = () => caches.clear();
  const store = await openLimitStore(env.redis, forget);
  const limiter = createRateLimiter({ store, log, onReturn: forget });
  // Logs an unreachable store at the start, not only at the first request. Awaited, because loading
  // Next blocks the event loop for longer than the timeout.
  if (hasOwnServer && env.redis !== null) await limiter.readEpoch("probe");
  const diskSpace = env.databaseUrl === null ? watchDiskSpace(env.dataDir) : null;
  const events = openEventSignal({ postgres, log });
  const ports = { ...demo, passwords, health: () => watch.health(), clock, log };
  const announce: Core["announce"] = limiter.setEpoch;
  const core = createCore({ env, postgres, announce, secrets, diskSpace, events, ports });
  if (env.previousSecret !== null && serves) void reseal(core);
  const recorder = createRecorder(core);
  const sweeps = createSweeping(env, { core, recorder, prisma: postgres.prisma });
  const onPrompt = (seconds: number) => watch.observeDelivery?.(seconds);
  const senders = await openSenders(core, env, { hasOwnServer, serves, sender, onPrompt });
  const { dispatcher, mailer } = senders;
  const caches = openKeyCaches(env, { core, limiter });
  const keyCache = caches.partner;
  const holds = createHolds();
  const eventWaits = createEventWaits({ core, holds });
  const watched = { env, postgres, store, limiter, holds, keyCache, recorder, diskSpace, worker };
  const watch = watchOver({ ...watched, dispatcher, mailer, sender, events, eventWaits });
  const presence = hasOwnServer ? createPresence(core, watch.summary) : null;
  const api = openApi({ ...watched, core, caches, eventWaits, watch, hasOwnServer, documents });
  return {
    core,
    api,
    leakReports: createLeakReports({ core, signers: openSignerKeys(env, log) }),
    log,
    limiter,
    holds,
    keyCache,
    recorder,
    secrets,
    watch,
    dispatcher,
    mailer,
    hasOwnServer,
    onUnavailable: options.onUnavailable ?? (() => {}),
    noteEvents: events.send,
    startSweeps: sweeps.start,
    ...settingsOf(env, { log, hasOwnServer }),
    close: async () => {
      const parts = [senders, sweeps, presence, watch, diskSpace, recorder, events];
      for (const part of parts) await part?.close();
      await Promise.all([limiter.close(), postgres.close()]);
    },
  };
}

function openLog({ logLevel, databaseUrl }: Env, worker: WorkerName): ReturnType<typeof createLog> {
  const log = createLog(logLevel);
  const unchecked = databaseUrl === null ? null : encryptionOf(databaseUrl).warning;
  // The other workers would repeat it.
  if (unchecked !== null && worker === 1) log.warn({}, unchecked);
  return log;
}

type Swept = { core: Core; recorder: UsageRecorder; prisma: Postgres["prisma"] };

function createSweeping(env: Env, { core, recorder, prisma }: Swept) {
  const { transact, clock, log } = core;
  const open: { close(): void }[] = [];
  const start = () => {
    const retention = createRetention({
      transact,
      clock,
      log,
      takeWritten: recorder.takeWritten,
      bounds: { ...env.requestLog, eventDays: env.eventDays },
      // The embedded PostgreSQL has no autovacuum.
      reclaim: async () => {
        if (env.databaseUrl !== null) return;
        await prisma.$executeRaw`VACUUM request_log, key_usage, events, webhook_deliveries, mails`;
      },
    });
    open.push(retention, createSweeps(core));
  };
  const close = () => {
    for (const each of open) each.close();
  };
  return { start, close };
}

async function reseal(core: Core): Promise<void> {
  const { log } = core;
  try {
    const count = await resealSecondFactors(core);
    if (count > 0) log.info({ count }, "two-factor secrets were sealed with the new secret");
    await resealMailTokens(core);
    const details = await resealPayoutDetails(core);
    if (details > 0) log.info({ details }, "payout details were sealed with the new secret");
    const webhooks = await resealWebhookSecrets(core);
    if (webhooks > 0) log.info({ webhooks }, "webhook secrets were sealed with the new secret");
  } catch (err) {
    log.warn({ err }, "secrets could not be sealed with the new secret; the next start retries");
  }
}

async function openLimitStore(
  redis: RedisSettings | null,
  onReconnect: () => void,
): Promise<LimitStore> {
  if (redis === null) return openMemoryStore();
  if (redis.kind === "upstash") return openUpstash(redis);
  return openRedis({ url: redis.url, cluster: redis.isCluster, onReconnect });
}
