import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lookAtRedis } from "../cli/doctor/look-at-redis";
import { openRedis, openUpstash } from "../stores/redis";
import { findRedisFault } from "../stores/redis-probe";
import { eventually, freePort } from "../testing/processes";
import { startRedis } from "../testing/redis";
import type { RateLimiter } from "./limiter";
import { slowWireTo, startFakeServer } from "./testing/fake-server";
import {
  ask,
  cleanups,
  expectSpared,
  type Line,
  limiterOn,
  MAX_MS,
} from "./testing/limiter-for-tests";

async function redisServer(args: string[] = []) {
  const server = await startRedis({ args });
  cleanups.push(() => server.stop());
  return server;
}

/** A limiter on a server of its own, which it has used. */
async function newLimiter() {
  const server = await redisServer();
  const { limiter, lines } = limiterOn(await openRedis({ url: server.url }));
  expect((await ask(limiter)).source).toBe("store");
  return { server, limiter, lines };
}

async function expectBurstOf50(limiter: RateLimiter, keyId: string): Promise<void> {
  const startedAt = performance.now();
  const verdicts = await Promise.all(Array.from({ length: 70 }, () => ask(limiter, { keyId })));
  const seconds = (performance.now() - startedAt) / 1_000;
  const admitted = verdicts.filter(({ kind }) => kind === "admitted").length;
  expect(admitted).toBeGreaterThanOrEqual(50);
  expect(admitted).toBeLessThanOrEqual(51 + 5 * seconds);
}

async function expectFallback(limiter: RateLimiter, lines: Line[]): Promise<void> {
  const first = await ask(limiter);
  expect(first.source).toBe("fallback");
  expect(first.ms).toBeLessThan(MAX_MS);
  await expectSpared(async () => {
    const next = await ask(limiter);
    expect(next.source).toBe("fallback");
    return next;
  });
  expect(await ask(limiter, { keyId: "key_cost", cost: 30 })).toMatchObject({ remaining: 20 });
  await expectBurstOf50(limiter, "key_busy");
  expect(lines.map(({ level }) => level)).toEqual(["warn"]);
  expect(limiter.stats()).toMatchObject({ isStoreOut: true, outages: 1 });
}

async function expectRecovery(limiter: RateLimiter, lines: Line[]): Promise<void> {
  await eventually(async () => {
    if (limiter.stats().isStoreOut) throw new Error("still out");
  }, 20_000);
  expect(await ask(limiter)).toMatchObject({ kind: "admitted", source: "store" });
  expect(lines.map(({ level }) => level)).toEqual(["warn", "info"]);
}

describe("while Redis is unreachable, the limiter limits in process and recovers by itself", () => {
  it("if Redis is down from the start", async () => {
    const port = await freePort();
    const { limiter, lines } = limiterOn(await openRedis({ url: `redis://127.0.0.1:${port}` }));
    await expectFallback(limiter, lines);
    const server = await startRedis({ port });
    cleanups.push(() => server.stop());
    await expectRecovery(limiter, lines);
  });

  it("if Redis hangs, and no request waits longer than its budget", async () => {
    const { server, limiter, lines } = await newLimiter();
    server.pause();
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => ask(limiter)));
    expect(Math.max(...verdicts.map(({ ms }) => ms))).toBeLessThan(MAX_MS);
    await expectFallback(limiter, lines);
    server.resume();
    await expectRecovery(limiter, lines);
  });

  it("if Redis hangs for longer than the connection timeout", async () => {
    const { server, limiter, lines } = await newLimiter();
    server.pause();
    await expectFallback(limiter, lines);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await expectSpared(() => ask(limiter));
    server.resume();
    await expectRecovery(limiter, lines);
  });

  it("if Redis is killed and restarted", async () => {
    const { server, limiter, lines } = await newLimiter();
    await server.stop();
    await expectFallback(limiter, lines);
    await server.restart();
    await expectRecovery(limiter, lines);
  });

  it("if Redis has become a read-only replica", async () => {
    const { server, limiter, lines } = await newLimiter();
    await server.send(`REPLICAOF 127.0.0.1 ${await freePort()}`);
    await expectFallback(limiter, lines);
    await server.send("REPLICAOF NO ONE");
    await expectRecovery(limiter, lines);
  });

  it("if Redis is out of memory", async () => {
    const server = await redisServer();
    const { limiter, lines } = limiterOn(await openRedis({ url: server.url }));
    await server.send("CONFIG SET maxmemory 1");
    await expectFallback(limiter, lines);
    await server.send("CONFIG SET maxmemory 0");
    await expectRecovery(limiter, lines);
  });

  it("if its user may write, and not read", async () => {
    const { server, limiter, lines } = await newLimiter();
    await server.send("ACL SETUSER default -get");
    await expectFallback(limiter, lines);
    await server.send("ACL SETUSER default +get");
    await expectRecovery(limiter, lines);
  });
});

it("the rights that the operations guide names for a Redis user are enough", async () => {
  const server = await redisServer();
  const guide = readFileSync("docs/operations.md", "utf8");
  const [, rights] = /`(~lk:\* [^`]+)`/.exec(guide) ?? [];
  await server.send(`ACL SETUSER latchkey on >secret ${rights}`);
  const url = server.url.replace("//", "//latchkey:secret@");
  const store = await openRedis({ url });
  const { limiter } = limiterOn(store);
  expect(await ask(limiter)).toMatchObject({ kind: "admitted", source: "store" });
  expect(await limiter.readEpoch("prt_1")).not.toBeNull();
  expect(await findRedisFault(store)).toBeNull();
  expect(await lookAtRedis({ kind: "tcp", url, isCluster: false })).toMatchObject(
    ["redis", "redis eviction", "redis writes", "redis clock"].map((check) => ({
      check,
      state: "ok",
    })),
  );
});

describe("if something else listens on the port", () => {
  const answers: [string, string][] = [
    ["an HTTP server", "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"],
    ["a server of random bytes", "\u0000\u0001\u00ff$99999999999\r\n*-7\r\n"],
    ["a server that says OK to everything", "+OK\r\n"],
    ["a server that responds with numbers", ":1\r\n"],
    ["a server that always responds with nil", "$-1\r\n"],
    ["a server that requires a password", "-NOAUTH Authentication required.\r\n"],
  ];
  it.each(answers)("%s: the limiter limits in process", async (_, answer) => {
    const fake = await startFakeServer((socket) => socket.on("data", () => socket.write(answer)));
    cleanups.push(() => fake.close());
    const { limiter, lines } = limiterOn(await openRedis({ url: fake.url }));
    await expectFallback(limiter, lines);
  });

  it("a server that closes connections immediately: the limiter limits in process", async () => {
    const fake = await startFakeServer((socket) => socket.destroy());
    cleanups.push(() => fake.close());
    const { limiter, lines } = limiterOn(await openRedis({ url: fake.url }));
    await expectFallback(limiter, lines);
  });
});

describe("Redis over a slow network", () => {
  it("is used if it responds within the budget", async () => {
    const server = await redisServer();
    const wire = await slowWireTo(server.port, 100);
    cleanups.push(() => wire.close());
    const { limiter } = limiterOn(await openRedis({ url: wire.url }));
    // A busy machine may add to the proxy's delay, but not every time.
    await eventually(async () => {
      const verdicts = await Promise.all(Array.from({ length: 20 }, () => ask(limiter)));
      expect(verdicts.every(({ source }) => source === "store")).toBe(true);
    }, 20_000);
  });

  it("is given up if it does not", async () => {
    const server = await redisServer();
    const wire = await slowWireTo(server.port, 900);
    cleanups.push(() => wire.close());
    const { limiter, lines } = limiterOn(await openRedis({ url: wire.url }));
    await expectFallback(limiter, lines);
  });
});

describe("Upstash over HTTPS", () => {
  const answers: [string, string][] = [
    ["an error page", "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>"],
    ["an unexpected response", 'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"result": 1}'],
    ["hangs", ""],
  ];
  it.each(answers)("%s: the limiter limits in process", async (_, answer) => {
    const fake = await startFakeServer((socket) => socket.on("data", () => socket.write(answer)));
    cleanups.push(() => fake.close());
    const store = openUpstash({ url: `http://127.0.0.1:${fake.port}`, token: "t" });
    const { limiter, lines } = limiterOn(store);
    await expectFallback(limiter, lines);
  });
});

describe("data lost in Redis causes no errors", () => {
  it("scripts", async () => {
    const { server, limiter, lines } = await newLimiter();
    for (let n = 0; n < 5; n += 1) {
      const verdicts = await Promise.all(Array.from({ length: 20 }, () => ask(limiter)));
      expect(verdicts.every(({ source }) => source === "store")).toBe(true);
      await server.send("SCRIPT FLUSH");
    }
    expect(lines).toEqual([]);
  });

  it("keys, while callers wait: they are at most admitted earlier", async () => {
    const { server, limiter, lines } = await newLimiter();
    const keyId = "key_waiting";
    await expectBurstOf50(limiter, keyId);
    await server.send("FLUSHALL");
    expect(await ask(limiter, { keyId })).toMatchObject({ kind: "admitted", source: "store" });
    expect(lines).toEqual([]);
  });
});

describe("promises made in process", () => {
  it("are kept after the store is available again", async () => {
    const { server, limiter, lines } = await newLimiter();
    await server.stop();
    const caller = { keyId: "key_slow", perMinute: 20 };
    let verdict = await ask(limiter, caller);
    while (verdict.kind === "admitted") verdict = await ask(limiter, caller);
    const dueMs = performance.now() + verdict.retryAfterSeconds * 1_000;
    await server.restart();
    await expectRecovery(limiter, lines);
    // Meanwhile others use up the tokens that the store knows of.
    for (let n = 0; n < 4; n += 1) await ask(limiter, { ...caller, client: `other00${n}` });
    await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()));
    expect(await ask(limiter, caller)).toMatchObject({ kind: "admitted", source: "fallback" });
  });
});

describe("an epoch", () => {
  it("set while the store is unreachable is retried and set once it is reachable", async () => {
    const { server, limiter } = await newLimiter();
    const before = await limiter.readEpoch("prt_1");
    await server.stop();
    const since = performance.now();
    const setting = limiter.setEpoch("prt_1", { narrows: true });
    expect(await limiter.readEpoch("prt_1")).toBeNull();
    await server.restart();
    await setting;
    // It would give up after eleven seconds.
    expect(performance.now() - since).toBeLessThan(10_500);
    await eventually(async () => expect(await limiter.readEpoch("prt_1")).not.toBeNull(), 5_000);
    expect(await limiter.readEpoch("prt_1")).not.toBe(before);
  });

  it("that can't be set is given up once all older records have expired", async () => {
    const store = await openRedis({ url: `redis://127.0.0.1:${await freePort()}` });
    const { limiter } = limiterOn(store, 700);
    const since = performance.now();
    await limiter.setEpoch("prt_1", { narrows: true });
    expect(performance.now() - since).toBeGreaterThanOrEqual(690);
  });

  it("asked about while the store is unreachable gets a verdict that trusts no record", async () => {
    const store = await openRedis({ url: `redis://127.0.0.1:${await freePort()}` });
    const { limiter } = limiterOn(store);
    expect(await ask(limiter, { epoch: "e1" })).toMatchObject({ source: "fallback", epoch: null });
  });
});
