import { createCallerReader } from "./auth/client-address";
import type { Core } from "./core/kernel/actor";
import { elapsedMs } from "./core/kernel/elapsed";
import type { Recorder } from "./core/kernel/ports";
import { findKeyIds, findKeyRecord } from "./core/keys/lookup";
import type { PlatformKeyRecord } from "./core/keys/record";
import { findPlatformKeyIds, findPlatformKeyRecord } from "./core/platform-keys/queries";
import type { Env } from "./env";
import type { Watch } from "./observe/watch";
import { createGate } from "./rate-limit/gate";
import type { RateLimiter } from "./rate-limit/limiter";
import { type Api, createApi } from "./rest/api";
import { createAttempts } from "./rest/attempts";
import { LONG_BODIES_AT_ONCE, LONG_BODIES_OF_KEY } from "./rest/body-limits";
import { type Documents, generatedDocuments } from "./rest/documents";
import type { EventWaits } from "./rest/event-waits";
import type { ApiRequest } from "./rest/exchange";
import { createForwardAuth, FORWARD_AUTH_PATH } from "./rest/forward-auth";
import { createGroupTurns } from "./rest/group-turns";
import type { Holds } from "./rest/holds";
import { PARTNER_API } from "./rest/partner-api";
import { PLATFORM_API } from "./rest/platform-api";
import { isBelow, PLATFORM_BASE_PATH } from "./rest/route";
import { createKeyCache, type MeasuredKeyCache } from "./stores/key-cache";

type Parts = {
  env: Pick<Env, "databaseUrl" | "redis" | "trustProxy">;
  core: Core;
  limiter: RateLimiter;
  recorder: Recorder;
  caches: KeyCaches;
  holds: Holds;
  eventWaits: EventWaits;
  watch: Pick<Watch, "observe">;
  documents: Documents | undefined;
  /** Other servers do not end held requests when they stop, so they hold none. */
  hasOwnServer: boolean;
};

/** The records of both types of key that this process has cached. */
type KeyCaches = {
  partner: MeasuredKeyCache;
  platform: MeasuredKeyCache<PlatformKeyRecord>;
  clear(): void;
};

/** Writes of a partner that run at once. Each locks its partner: more would only wait for each other. */
const WRITES_AT_ONCE = 2;
/** Reads of a partner that run at once: others have connections to the database, too. */
const READS_AT_ONCE = 4;

const NO_WAITS = { holds: null, eventWaits: null };
const FORWARD_AUTH = PLATFORM_BASE_PATH + FORWARD_AUTH_PATH;

/** Both APIs: that of the partners, and the platform's. */
export function openApi(parts: Parts): Api {
  const { core, limiter, recorder, caches, holds, eventWaits } = parts;
  const { observe } = parts.watch;
  const services = {
    core,
    limit: createGate(limiter),
    recorder,
    observe,
    documents: parts.documents ?? generatedDocuments,
    longBodiesOfKey: createGroupTurns(LONG_BODIES_OF_KEY),
    longBodies: createGroupTurns(LONG_BODIES_AT_ONCE),
  };
  const waits = parts.hasOwnServer ? { holds, eventWaits } : NO_WAITS;
  const partner = createApi(
    {
      ...services,
      ...waits,
      keyCache: caches.partner,
      attempts: null,
      writeTurns: createGroupTurns(WRITES_AT_ONCE),
      readTurns: createGroupTurns(READS_AT_ONCE),
    },
    PARTNER_API,
  );
  const ofPlatform = {
    ...services,
    ...NO_WAITS,
    keyCache: caches.platform,
    attempts: createAttempts({ ...services, keyCache: caches.partner }),
    writeTurns: createGroupTurns(WRITES_AT_ONCE),
    readTurns: createGroupTurns(READS_AT_ONCE),
  };
  const platform = createApi({ ...ofPlatform, ...waits }, PLATFORM_API);
  const callerOf = createCallerReader(parts.env.trustProxy);
  const callerAddress = (request: ApiRequest) => callerOf(request.forwarded());
  const forwardAuth = createForwardAuth({ ...ofPlatform, callerAddress });
  return (request) => {
    const { pathname } = request.url;
    if (!isBelow(PLATFORM_BASE_PATH, pathname)) return partner(request);
    return pathname === FORWARD_AUTH ? forwardAuth(request) : platform(request);
  };
}

/**
 * Epochs must reach every process that serves. With an external PostgreSQL and no Redis, those of
 * the command line's process would not, so the epoch is null and no record is cached.
 */
export function openKeyCaches(
  { databaseUrl, redis }: Parts["env"],
  { core, limiter }: Pick<Parts, "core" | "limiter">,
): KeyCaches {
  const { db, clock } = core;
  const isShared = databaseUrl === null || redis !== null;
  const common = {
    readEpoch: async (group: string) => (isShared ? limiter.readEpoch(group) : null),
    nowMs: elapsedMs,
    now: clock.now,
  };
  const partner = createKeyCache({
    ...common,
    findIds: (hash) => findKeyIds(db, hash),
    findRecord: (keyId) => findKeyRecord(db, keyId, clock.now()),
  });
  const platform = createKeyCache({
    ...common,
    findIds: (hash) => findPlatformKeyIds(db, hash),
    findRecord: (keyId) => findPlatformKeyRecord(db, keyId),
  });
  return {
    partner,
    platform,
    clear() {
      partner.clear();
      platform.clear();
    },
  };
}
