import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "@humanwhocodes/upstash-redis-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openRedis, openUpstash } from "../stores/redis";
import { listening } from "../testing/listening";
import { startRedis, startRedisCluster } from "../testing/redis";
import { bucketKey, epochKey } from "./codec";
import { createGate } from "./gate";
import { createRateLimiter, type RateLimiter } from "./limiter";
import { openMemoryStore } from "./memory";
import type { LimitStore } from "./store";
import { newQuestion } from "./testing/questions";
import type { Decided, LimitVerdict } from "./verdict";

type Opened = { store: LimitStore; end: () => Promise<void> };

const log = { info: () => {}, warn: () => {} };

async function onMemory(): Promise<Opened> {
  return { store: openMemoryStore(), end: async () => {} };
}

async function onRedis(): Promise<Opened> {
  const server = await startRedis();
  return { store: await openRedis({ url: server.url }), end: server.stop };
}

async function onCluster(): Promise<Opened> {
  const cluster = await startRedisCluster();
  return { store: await openRedis({ url: cluster.url, cluster: true }), end: cluster.stop };
}

/** Upstash's REST API in front of a stock Redis, which refuses Upstash's flags line. */
async function onUpstash(): Promise<Opened> {
  const server = await startRedis();
  const token = "secret";
  const app = createApp({ token, redisUrl: server.url });
  const http = createServer(getRequestListener((request) => app.fetch(request)));
  const { url, close } = await listening(http);
  return { store: openUpstash({ url, token }), end: async () => close() };
}

function decided(verdict: LimitVerdict): Decided {
  if (verdict.kind === "stale") throw new Error("stale");
  return verdict;
}

describe.each([
  { name: "in memory", open: onMemory },
  { name: "on Redis", open: onRedis },
  { name: "on a Redis Cluster", open: onCluster },
  { name: "on Upstash over HTTPS", open: onUpstash },
])("the limiter $name", ({ open }) => {
  let opened: Opened;
  let limiter: RateLimiter;
  beforeAll(async () => {
    opened = await open();
    limiter = createRateLimiter({ store: opened.store, log });
  });
  afterAll(async () => {
    await limiter.close();
    await opened.end();
  });

  it("admits 50 requests at once, refuses the next one, and admits it after Retry-After", async () => {
    const same = newQuestion();
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => limiter.decide(same)));
    expect(verdicts.map(({ kind }) => kind)).toEqual(verdicts.map(() => "admitted"));
    let last = decided(await limiter.decide(same));
    while (last.kind === "admitted") last = decided(await limiter.decide(same));
    expect(last).toMatchObject({ remaining: 0, retryAfterSeconds: 1, burst: 50, source: "store" });
    await new Promise((resolve) => setTimeout(resolve, last.retryAfterSeconds * 1_000));
    expect(decided(await limiter.decide(same)).kind).toBe("admitted");
  });

  it("takes as many tokens as a request costs, by its gate too", async () => {
    const { keyId, partnerId } = newQuestion();
    const gate = createGate(limiter);
    const call = (cost?: number) =>
      gate({
        key: { id: keyId, perMinute: 300, partner: { id: partnerId } },
        epoch: null,
        hold: null,
        ...(cost && { cost }),
        request: {
          method: "POST",
          url: { pathname: "/orders", search: "" },
          address: "192.0.2.1",
          header: () => null,
        },
      });
    expect(await call(30)).toMatchObject({ isAdmitted: true, retryAfterSeconds: 0 });
    const refused = await call(40);
    expect(refused).toMatchObject({
      isAdmitted: false,
      headers: { ratelimit: expect.stringContaining("r=0") },
    });
    expect(refused).toHaveProperty("retryAfterSeconds", 4);
    expect(await call(51)).toMatchObject({ isAdmitted: false });
  });

  it("keeps the keys of one partner separate", async () => {
    const same = newQuestion({ perMinute: 1 });
    expect((await limiter.decide(same)).kind).toBe("admitted");
    expect((await limiter.decide(same)).kind).toBe("refused");
    expect((await limiter.decide({ ...same, keyId: "key_other" })).kind).toBe("admitted");
  });

  it("counts for two processes with clocks 5 s apart as for one", async () => {
    const other = createRateLimiter({ store: opened.store, log, nowMs: () => Date.now() + 5_000 });
    const now = Date.now.bind(Date);
    const same = newQuestion({ perMinute: 60 });
    const kinds: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const isOther = n % 2 === 1;
      vi.spyOn(Date, "now").mockImplementation(() => now() + (isOther ? 5_000 : 0));
      kinds.push((await (isOther ? other : limiter).decide(same)).kind);
    }
    vi.restoreAllMocks();
    expect(kinds.slice(0, 10).every((kind) => kind === "admitted")).toBe(true);
    // By the fast clock, five more would have been due.
    expect(kinds.filter((kind) => kind === "admitted").length).toBeLessThanOrEqual(13);
  });

  it("applies a raised limit at the next request without resetting the bucket", async () => {
    const same = newQuestion({ perMinute: 6 });
    await limiter.decide(same);
    expect((await limiter.decide(same)).kind).toBe("refused");
    const raised = { ...same, client: "clientBB", perMinute: 60_000 };
    await limiter.decide(raised);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const verdict = decided(await limiter.decide(raised));
    expect(verdict).toMatchObject({ kind: "admitted", burst: 10_000 });
    expect(verdict.remaining).toBeGreaterThan(10);
    expect(verdict.remaining).toBeLessThan(2_000);
  });

  it("asks the store even for a caller that it has just refused", async () => {
    const same = newQuestion({ perMinute: 6 });
    await limiter.decide(same);
    expect(decided(await limiter.decide(same)).retryAfterSeconds).toBeGreaterThan(5);
    const raised = { ...same, perMinute: 60_000 };
    await limiter.decide({ ...raised, client: "clientBB" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await limiter.decide(raised)).toMatchObject({ kind: "admitted", source: "store" });
    expect(await limiter.decide(same)).toMatchObject({ source: "store" });
    await opened.store.redis.del(bucketKey(same));
    expect(await limiter.decide(same)).toMatchObject({ kind: "admitted", source: "store" });
  });

  it("reports a cached record with another epoch as stale and takes no token", async () => {
    const same = newQuestion({ perMinute: 1 });
    const epoch = await limiter.readEpoch(same.partnerId);
    expect(epoch).not.toBeNull();
    await limiter.setEpoch(same.partnerId, { narrows: true });
    const stale = await limiter.decide({ ...same, epoch });
    const now = await limiter.readEpoch(same.partnerId);
    expect(stale).toEqual({ kind: "stale", epoch: now });
    expect(now).not.toBe(epoch);
    expect(await limiter.decide({ ...same, epoch: now })).toMatchObject({
      kind: "admitted",
      epoch: now,
    });
  });

  it("creates an epoch where none is stored, and no epoch equals none", async () => {
    const same = newQuestion();
    const verdict = await limiter.decide({ ...same, epoch: "made-up" });
    expect(verdict.kind).toBe("stale");
    expect(verdict.epoch).toBe(await limiter.readEpoch(same.partnerId));
    expect(verdict.epoch?.length).toBeGreaterThanOrEqual(22);
    expect((await limiter.decide({ ...same, epoch: "" })).kind).toBe("stale");
  });

  it("creates one epoch for concurrent requests", async () => {
    const { partnerId } = newQuestion();
    const [one, other] = await Promise.all([1, 2].map(() => limiter.readEpoch(partnerId)));
    expect(one).not.toBeNull();
    expect(other).toBe(one);
  });

  it("replaces a stored value that is not an epoch", async () => {
    const same = newQuestion();
    await opened.store.redis.set(epochKey(same.partnerId), "7");
    expect(await limiter.decide({ ...same, epoch: "7" })).toMatchObject({ kind: "admitted" });
    const verdict = await limiter.decide({ ...same, epoch: "8" });
    expect(verdict.epoch).toBe(await limiter.readEpoch(same.partnerId));
    expect(await limiter.decide({ ...same, epoch: verdict.epoch })).toMatchObject({
      kind: "admitted",
    });
  });

  it("accepts IDs and fingerprints with any characters", async () => {
    const odd = newQuestion({
      keyId: 'k}{"\n',
      partnerId: "p}{é",
      client: "x".repeat(500),
      caller: "",
    });
    expect(decided(await limiter.decide(odd))).toMatchObject({ kind: "admitted", source: "store" });
  });

  it("treats an invalid limit as one request per minute", async () => {
    for (const perMinute of [0, -5, Number.NaN, 0.4]) {
      expect(decided(await limiter.decide(newQuestion({ perMinute })))).toMatchObject({
        perMinute: 1,
      });
    }
  });

  it("answers without using the fallback", () => {
    expect(limiter.stats()).toMatchObject({ fallbacks: 0, outages: 0, isStoreOut: false });
  });
});

describe("the memory store", () => {
  it("deletes 100,000 idle keys", async () => {
    let nowMs = Date.now();
    const store = openMemoryStore({ nowMs: () => nowMs });
    const limiter = createRateLimiter({ store, log, nowMs: () => nowMs });
    for (let n = 0; n < 100_000; n += 1) await limiter.decide(newQuestion());
    expect(store.size()).toBe(100_000);
    nowMs += 60_000;
    store.sweep();
    expect(store.size()).toBe(0);
    await limiter.close();
  });
});
