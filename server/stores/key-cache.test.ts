import { afterAll, describe, expect, it, vi } from "vitest";
import { revokeKey, setKeyLimit } from "../core/keys/mutations";
import type { KeyRecord } from "../core/keys/record";
import { setPartnerStatus, terminatePartner } from "../core/partners/mutations";
import { deferred } from "../testing/deferred";
import { platformForTests } from "../testing/platform";
import { startRedis } from "../testing/redis";
import { createKeyCache } from "./key-cache";

const redis = await startRedis();
afterAll(() => redis.stop());
const env = { REDIS_URL: redis.url };
const serving = await platformForTests({ env });
const writing = await platformForTests({ env, beside: serving });

describe("two processes with one Redis", () => {
  const me = (key: string) => serving.call("/me", { key });
  const newKey = async () => {
    const partner = await serving.newPartner();
    const issued = await serving.newKey(partner);
    await setKeyLimit(serving.system, { keyId: issued.key.id, perMinute: 1_000_000 });
    for (let i = 0; i < 3; i++) expect((await me(issued.plaintext)).status).toBe(200);
    return { ...issued, partner };
  };

  it("one rejects a key from the moment the other has revoked it, under load", async () => {
    for (let round = 0; round < 10; round++) {
      const { key, plaintext } = await newKey();
      let isRevoked = false;
      const servedAfter: number[] = [];
      const hammer = async () => {
        for (let i = 0; i < 60; i++) {
          const wasRevoked = isRevoked;
          const { status } = await me(plaintext);
          if (wasRevoked && status === 200) servedAfter.push(i);
        }
      };
      const load = Promise.all(Array.from({ length: 8 }, hammer));
      await revokeKey(writing.system, { keyId: key.id, after: "now" });
      isRevoked = true;
      expect((await me(plaintext)).status).toBe(401);
      await load;
      expect(servedAfter).toEqual([]);
    }
  });

  it("one applies a new limit, a suspension and a termination by the other at the next request", async () => {
    const { key, plaintext, partner } = await newKey();
    await setKeyLimit(writing.system, { keyId: key.id, perMinute: 600 });
    expect((await me(plaintext)).headers.get("ratelimit-policy")).toBe(
      '"burst";q=100;w=10, "minute";q=600;w=60',
    );
    await setPartnerStatus(writing.system, { partnerId: partner.id, status: "suspended" });
    expect((await (await me(plaintext)).json()).status).toBe("suspended");
    const reactivated = { partnerId: partner.id, status: "active" } as const;
    await setPartnerStatus(writing.system, reactivated);
    expect((await (await me(plaintext)).json()).status).toBe("active");
    await terminatePartner(writing.system, { partnerId: partner.id });
    expect((await (await me(plaintext)).json()).status).toBe("suspended");
  });

  it("trust no cached record after Redis has lost its data", async () => {
    const { key, plaintext } = await newKey();
    await redis.restart();
    await revokeKey(writing.system, { keyId: key.id, after: "now" });
    expect((await me(plaintext)).status).toBe(401);
  });

  it("trust no record from before an outage, during and after it", async () => {
    const { key, plaintext } = await newKey();
    await redis.pause();
    // Written directly, without the epoch change, which would wait for Redis.
    const narrowed = { where: { id: key.id }, data: { perMinute: 600 } };
    await writing.wiring.core.transact((tx) => tx.apiKey.update(narrowed));
    expect((await me(plaintext)).headers.get("ratelimit-policy")).toBe(
      '"burst";q=100;w=10, "minute";q=600;w=60',
    );
    const revoked = { where: { id: key.id }, data: { revokedAt: new Date() } };
    await writing.wiring.core.transact((tx) => tx.apiKey.update(revoked));
    expect((await me(plaintext)).status).toBe(401);
    await redis.resume();
    const isBack = () => expect(serving.wiring.limiter.stats().isStoreOut).toBe(false);
    await vi.waitFor(isBack, { timeout: 10_000 });
    expect((await me(plaintext)).status).toBe(401);
  });

  it("trust no record from before a lost connection, even if no request noticed it", async () => {
    const { key, plaintext } = await newKey();
    const revoked = { where: { id: key.id }, data: { revokedAt: new Date() } };
    await writing.wiring.core.transact((tx) => tx.apiKey.update(revoked));
    expect((await me(plaintext)).status).toBe(200);
    const { outages } = serving.wiring.limiter.stats();
    const { clears } = serving.wiring.keyCache.stats();
    // CLIENT KILL replies with a number instead of OK.
    await redis.send("CLIENT KILL TYPE normal SKIPME yes").catch(() => undefined);
    // It reconnects before any request arrives.
    const isConnected = () =>
      expect(serving.wiring.keyCache.stats().clears).toBeGreaterThan(clears);
    await vi.waitFor(isConnected, { timeout: 20_000 });
    expect((await me(plaintext)).status).toBe(401);
    expect(serving.wiring.limiter.stats().outages).toBe(outages);
  });
});

describe("the cache", () => {
  const record = (name: string): KeyRecord => ({
    id: "key_1",
    scopes: [],
    perMinute: 300,
    networks: null,
    expiresAt: null,
    retiresAt: null,
    revokedAt: null,
    isTerminated: false,
    partner: {
      id: "prt_1",
      code: "p",
      name,
      status: "active",
      revsharePct: 1,
      branding: {},
      userCount: 0,
    },
  });
  function bench() {
    const state = {
      nowMs: 0,
      epoch: "e1" as string | null,
      name: "first",
      expiresAt: null as Date | null,
      rows: 0,
      ids: 0,
    };
    /** Runs while a row is being read, after the database has read it. */
    const meanwhile: { happens(): void | Promise<void> } = { happens: () => undefined };
    const cache = createKeyCache({
      nowMs: () => state.nowMs,
      now: () => new Date(state.nowMs),
      readEpoch: async () => state.epoch,
      findIds: async (hash) => {
        state.ids++;
        return hash === "known" ? { keyId: "key_1", partnerId: "prt_1" } : null;
      },
      findRecord: async () => {
        state.rows++;
        const row = { ...record(state.name), expiresAt: state.expiresAt };
        await meanwhile.happens();
        return row;
      },
    });
    return { cache, state, meanwhile };
  }

  it("reads from the database once while a record is fresh, and again after 10 seconds", async () => {
    const { cache, state } = bench();
    for (state.nowMs = 0; state.nowMs < 10_000; state.nowMs += 1_000)
      await cache.find("known", null);
    expect(state.rows).toBe(1);
    await cache.find("known", null);
    expect([state.rows, state.ids]).toEqual([2, 1]);
  });

  it("keeps no record without an epoch", async () => {
    const { cache, state } = bench();
    state.epoch = null;
    await cache.find("known", null);
    state.name = "second";
    expect((await cache.find("known", null))?.record.partner.name).toBe("second");
    expect(cache.stats().records).toBe(0);
  });

  it("shares one read between concurrent misses", async () => {
    const { cache, state } = bench();
    await Promise.all(Array.from({ length: 20 }, () => cache.find("known", null)));
    await Promise.all(Array.from({ length: 20 }, () => cache.reread("known", "e2")));
    expect(state.rows).toBe(2);
  });

  it("stores a reread with the epoch that its caller saw, never a later one", async () => {
    const { cache, state } = bench();
    await cache.find("known", null);
    state.epoch = "e3";
    await cache.reread("known", "e2");
    expect((await cache.find("known", null))?.epoch).toBe("e2");
  });

  it("stores a record with the epoch from before the read, never a later one", async () => {
    const { cache, state, meanwhile } = bench();
    meanwhile.happens = () => Object.assign(state, { name: "second", epoch: "e2" }) && undefined;
    expect(await cache.find("known", null)).toMatchObject({
      epoch: "e1",
      record: { partner: { name: "first" } },
    });
  });

  it("without an epoch, no request joins a read that began before it", async () => {
    const { cache, state, meanwhile } = bench();
    state.epoch = null;
    const { promise: held, resolve: finish } = deferred();
    meanwhile.happens = () => held;
    const early = cache.find("known", null);
    await vi.waitFor(() => expect(state.rows).toBe(1));
    state.name = "second";
    const late = cache.find("known", null);
    finish();
    expect((await early)?.record.partner.name).toBe("first");
    expect((await late)?.record.partner.name).toBe("second");
  });

  it("shares no reread between callers that saw different epochs", async () => {
    const { cache, state } = bench();
    await Promise.all([
      cache.find("known", null),
      cache.reread("known", "e2"),
      cache.reread("known", "e3"),
    ]);
    expect(state.rows).toBe(3);
  });

  it("reads a key again once after it expires, however often it is requested", async () => {
    const { cache, state } = bench();
    state.expiresAt = new Date(1_000);
    await cache.find("known", null);
    state.nowMs = 1_000;
    for (let i = 0; i < 5; i++) await cache.find("known", null);
    await Promise.all(Array.from({ length: 20 }, () => cache.find("known", null)));
    expect(state.rows).toBe(2);
  });

  it("does not share a read that began before the key expired with later requests", async () => {
    const { cache, state, meanwhile } = bench();
    state.expiresAt = new Date(1_000);
    meanwhile.happens = () => Object.assign(state, { nowMs: 1_000, expiresAt: null }) && undefined;
    const early = cache.find("known", null);
    const late = cache.find("known", null);
    expect((await early)?.record.expiresAt).toEqual(new Date(1_000));
    expect((await late)?.record.expiresAt).toBeNull();
  });

  it("caches an unknown key for 10 seconds", async () => {
    const { cache, state } = bench();
    for (let i = 0; i < 5; i++) expect(await cache.find("unknown", null)).toBeNull();
    expect(state.ids).toBe(1);
    state.nowMs = 10_000;
    await cache.find("unknown", null);
    expect(state.ids).toBe(2);
  });
});
