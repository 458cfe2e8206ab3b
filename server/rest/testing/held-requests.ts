import type { Core, Ctx } from "../../core/kernel/actor";
import type { RecordedCall } from "../../core/kernel/ports";
import { findKeyIds, findKeyRecord } from "../../core/keys/lookup";
import { setKeyLimit } from "../../core/keys/mutations";
import type { Partner } from "../../core/partners/schema";
import { createGate } from "../../rate-limit/gate";
import { createRateLimiter } from "../../rate-limit/limiter";
import { openMemoryStore } from "../../rate-limit/memory";
import { createKeyCache } from "../../stores/key-cache";
import { openPlatform } from "../../testing/platform";
import { createApi } from "../api";
import { generatedDocuments } from "../documents";
import { answerFetch } from "../fetch";
import { createGroupTurns } from "../group-turns";
import { createHolds } from "../holds";
import { PARTNER_API } from "../partner-api";
import { BASE_PATH } from "../route";

/** Virtual time that only a test advances, and its sleepers. */
function virtualTime() {
  let nowMs = Date.now();
  const sleepers: { atMs: number; wake: (value?: unknown) => void }[] = [];
  return {
    nowMs: () => nowMs,
    sleeping: () => sleepers.length,
    pause: (ms: number) =>
      new Promise((wake) => {
        sleepers.push({ atMs: nowMs + ms, wake });
      }),
    /**
     * Advances time and wakes sleepers when they are due, or all at the end if the process is busy.
     */
    async pass(ms: number, { isBusy, settle }: { isBusy: boolean; settle: () => Promise<void> }) {
      const endMs = nowMs + ms;
      for (;;) {
        sleepers.sort((one, other) => one.atMs - other.atMs);
        const next = sleepers[0];
        if (next === undefined || next.atMs > endMs) break;
        nowMs = isBusy ? endMs : Math.max(nowMs, next.atMs);
        sleepers.shift();
        next.wake();
        await settle();
      }
      nowMs = endMs;
    },
  };
}

/** The product's stores and services, in virtual time. */
async function openParts() {
  const platform = await openPlatform();
  const time = virtualTime();
  const log = { info: () => {}, warn: () => {} };
  const store = openMemoryStore({ nowMs: time.nowMs });
  const limiter = createRateLimiter({ store, log, nowMs: time.nowMs });
  const core: Core = {
    ...platform.wiring.core,
    announce: limiter.setEpoch,
    clock: { now: () => new Date(time.nowMs()) },
  };
  const keyCache = createKeyCache({
    findIds: (hash) => findKeyIds(core.db, hash),
    findRecord: (keyId) => findKeyRecord(core.db, keyId, core.clock.now()),
    readEpoch: limiter.readEpoch,
    nowMs: time.nowMs,
    now: () => core.clock.now(),
  });
  const recorded: RecordedCall[] = [];
  const recorder = {
    record: (call: RecordedCall) => void recorded.push(call),
    recordPlatformKey: () => {},
  };
  const holds = createHolds(time);
  const limit = createGate(limiter);
  const documents = generatedDocuments;
  const turnsOf = createGroupTurns(2);
  const longTurns = { longBodiesOfKey: turnsOf, longBodies: turnsOf };
  const turns = { writeTurns: turnsOf, readTurns: turnsOf, ...longTurns };
  const services = { core, keyCache, limit, ...turns, recorder, observe: null, documents };
  const none = { eventWaits: null, attempts: null };
  const api = createApi({ ...services, ...none, holds }, PARTNER_API);
  return { platform, time, limiter, core, recorded, holds, api };
}

type Sent = RequestInit & { path?: string; prefer?: string };

function requestOf(key: string, { path = "/me", prefer, ...init }: Sent): Request {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${key}`);
  if (prefer !== undefined) headers.set("prefer", prefer);
  if (init.body) headers.set("content-type", "application/json");
  return new Request(`http://latchkey.test${BASE_PATH}${path}`, { ...init, headers });
}

/** The API over stores of its own in virtual time, so that holds and their lengths are exact. */
export async function openHeldRequests() {
  const { platform, time, limiter, core, recorded, holds, api } = await openParts();
  const system: Ctx = { ...core, actor: { kind: "system", name: "test" }, address: null };
  let open = 0;
  // Waits until every open request sleeps again or is complete.
  const settle = async () => {
    while (open > time.sleeping()) await new Promise((turn) => setImmediate(turn));
  };
  const send = async (key: string, init: Sent = {}) => {
    open += 1;
    const response = await answerFetch(api, requestOf(key, init), { address: "192.0.2.1" });
    open -= 1;
    return response;
  };
  return {
    system,
    holds,
    recorded,
    send,
    settle,
    newPartner: () => platform.newPartner(),
    /** A key limited to 60 requests a minute whose burst of ten is used up. */
    async newSpentKey(partner?: Partner) {
      const owner = partner ?? (await platform.newPartner());
      const { key, plaintext } = await platform.newKey(owner);
      await setKeyLimit(system, { keyId: key.id, perMinute: 60 });
      for (let n = 0; n < 10; n += 1) await send(plaintext);
      return { partner: owner, keyId: key.id, key: plaintext };
    },
    /** Sends a request with `Prefer: wait=30`; its response appears once there is one. */
    hold(key: string, init: Sent = {}) {
      const answered = send(key, { prefer: "wait=30", ...init });
      const held: Held = { response: null, answered };
      void answered.then((response) => {
        held.response = response;
      });
      return held;
    },
    /** Advances time. With `isBusy` the process notices all of it at once. */
    async pass(ms: number, { isBusy = false } = {}) {
      await settle();
      await time.pass(ms, { isBusy, settle });
      await settle();
    },
    close: async () => {
      await limiter.close();
      await platform.close();
    },
  };
}

type Held = { response: Response | null; answered: Promise<Response> };
