import { expect, it } from "vitest";
import type { Tx } from "../core/kernel/actor";
import type { RecordedCall } from "../core/kernel/ports";
import { platformForTests } from "../testing/platform";
import { openCounts } from "./counts";
import { createRecorder } from "./recorder";
import { openScopeUses } from "./scope-uses";
import { recordedRequest } from "./testing/recorded-request";
import type { Transact } from "./write-buffer";

const platform = await platformForTests();

const AT = new Date("2026-11-21T12:00:00Z");
const transact = <T>(run: (tx: Tx) => Promise<T>) => platform.wiring.core.transact(run);
const newKeyId = async () => (await platform.newKey(await platform.newPartner())).key.id;
const call = (keyId: string, more: Partial<RecordedCall> = {}): RecordedCall => ({
  keyId,
  at: AT,
  status: 200,
  address: "192.0.2.1",
  ...more,
});
const stored = (keyId: string) =>
  platform.system.db.apiKey.findUniqueOrThrow({ where: { id: keyId }, include: { usage: true } });

it("keeps counts that can't be written, adds new ones, and writes each call once", async () => {
  const keyId = await newKeyId();
  let isAway = true;
  const away = () => Promise.reject(new Error("Connection terminated unexpectedly"));
  const counts = openCounts((run) => (isAway ? away() : transact(run)));
  counts.add(call(keyId));
  counts.add(call(keyId, { status: 429 }));
  await expect(counts.flush()).rejects.toThrow("terminated");
  counts.add(call(keyId, { status: 404 }));
  counts.add(call(keyId, { at: new Date(AT.getTime() + 60_000) }));
  isAway = false;
  await counts.flush();
  await counts.flush();
  const { usage } = await stored(keyId);
  expect(usage.sort((a, b) => +a.minute - +b.minute)).toMatchObject([
    { succeeded: 1, failed: 1, rateLimited: 1 },
    { succeeded: 1, failed: 0, rateLimited: 0 },
  ]);
});

const LOST = "Connection terminated unexpectedly";

it("counts a call once even if the response to the commit was lost", async () => {
  const keyId = await newKeyId();
  let isLost = true;
  const counts = openCounts(async (run) => {
    const result = await transact(run);
    if (isLost) throw new Error(LOST);
    return result;
  });
  counts.add(call(keyId));
  await expect(counts.flush()).rejects.toThrow(LOST);
  counts.add(call(keyId));
  // The database is still down when asked how the first write ended.
  await expect(counts.flush()).rejects.toThrow(LOST);
  expect(counts.waiting()).toBe(2);
  isLost = false;
  await counts.flush();
  await counts.flush();
  const { usage } = await stored(keyId);
  expect(usage).toMatchObject([{ succeeded: 2 }]);
  expect(counts.waiting()).toBe(0);
});

it("waits for a running write and repeats one that was rolled back", async () => {
  const keyId = await newKeyId();
  let end = (_: unknown) => {};
  let isFirst = true;
  let first: Promise<unknown> = Promise.resolve();
  const counts = openCounts((run) => {
    if (!isFirst) return transact(run);
    isFirst = false;
    return new Promise((_, fail) => {
      first = transact(async (tx) => {
        await run(tx);
        fail(new Error(LOST));
        await new Promise((_, undo) => {
          end = undo;
        });
      }).catch(() => {});
    });
  });
  counts.add(call(keyId));
  await expect(counts.flush()).rejects.toThrow(LOST);
  await expect(counts.flush()).rejects.toThrow("still being written");
  end(new Error("rolled back"));
  await first;
  await counts.flush();
  expect((await stored(keyId)).usage).toMatchObject([{ succeeded: 1 }]);
});

it("never moves a key's last-used time back", async () => {
  const keyId = await newKeyId();
  const late = openCounts(transact);
  late.add(call(keyId, { at: new Date(AT.getTime() + 5_000), address: "192.0.2.9" }));
  await late.flush();
  // Another process that was slower to write.
  const early = openCounts(transact);
  early.add(call(keyId));
  await early.flush();
  expect(await stored(keyId)).toMatchObject({
    lastUsedAt: new Date(AT.getTime() + 5_000),
    lastUsedAddress: "192.0.2.9",
  });
});

it("holds at most 50,000 keys and minutes and counts dropped calls", () => {
  const counts = openCounts(() => new Promise(() => {}));
  for (let n = 0; n < 50_001; n++) counts.add(call(`key_${n}`));
  counts.add(call("key_0"));
  expect([counts.waiting(), counts.dropped()]).toEqual([50_000, 1]);
});

it("writes one batch after another, however often it is triggered", async () => {
  let running = 0;
  let most = 0;
  const watched: Transact = async (run) => {
    most = Math.max(most, ++running);
    return transact(run).finally(() => running--);
  };
  const recorder = createRecorder({ transact: watched, log: platform.wiring.log });
  const keyIds = [await newKeyId(), await newKeyId(), await newKeyId()];
  const flushes = keyIds.map((keyId) => {
    recorder.record(call(keyId));
    return recorder.flush();
  });
  await Promise.all(flushes);
  expect(most).toBe(1);
  await recorder.close();
});

it("keeps uses of scopes that arrive while others are being written", async () => {
  const keyId = await newKeyId();
  const used = (hours: number): RecordedCall => ({
    ...call(keyId, { at: new Date(AT.getTime() + hours * 3_600_000) }),
    request: recordedRequest({ partnerId: "prt_x", route: "/prices", scopes: ["prices:read"] }),
  });
  let comes: RecordedCall | null = used(1);
  const uses = openScopeUses(async (run) => {
    if (comes) uses.add(comes);
    comes = null;
    return transact(run);
  });
  uses.add(used(0));
  await uses.flush();
  expect(uses.waiting()).toBe(1);
  await uses.flush();
  const [row] = await platform.system.db.keyScopeUse.findMany({ where: { keyId } });
  expect(row?.lastUsedAt).toEqual(used(1).at);
});

it("stores the calls of each five seconds, and adds up those of several processes", async () => {
  const keyId = await newKeyId();
  const at = (seconds: number) => ({ at: new Date(AT.getTime() + seconds * 1_000) });
  for (const seconds of [0, 4.999, 5, 59.999]) {
    const counts = openCounts(transact);
    counts.add(call(keyId, at(seconds)));
    await counts.flush();
  }
  const { usage } = await stored(keyId);
  expect(usage).toMatchObject([{ fives: [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], succeeded: 4 }]);
});

it("counts unlisted calls by outcome, and keeps them unknown where an earlier release counted", async () => {
  const [keyId, older] = [await newKeyId(), await newKeyId()];
  await transact(
    (tx) =>
      tx.$executeRaw`INSERT INTO key_usage (key_id, minute, succeeded) VALUES (${older}, ${AT}, 7)`,
  );
  for (const id of [keyId, older]) {
    const counts = openCounts(transact);
    for (const status of [200, 404, 429, 429]) {
      counts.add(call(id, { status }));
      if (status !== 404) counts.addUnlisted(call(id, { status }));
    }
    await counts.flush();
  }
  const unlisted = { unlistedSucceeded: 1, unlistedFailed: 0, unlistedRateLimited: 2 };
  expect((await stored(keyId)).usage).toMatchObject([{ succeeded: 1, ...unlisted }]);
  const unknown = { unlistedSucceeded: null, unlistedFailed: null, unlistedRateLimited: null };
  expect((await stored(older)).usage).toMatchObject([
    { succeeded: 8, fives: [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], ...unknown },
  ]);
});
