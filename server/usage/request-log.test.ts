import { expect, it } from "vitest";
import type { Tx } from "../core/kernel/actor";
import type { RecordedCall } from "../core/kernel/ports";
import { platformForTests } from "../testing/platform";
import { createRecorder } from "./recorder";
import { openRequestLog } from "./request-log";
import { recordedRequest } from "./testing/recorded-request";

const platform = await platformForTests();

const BOUNDS = { maxWaiting: 10, perKey: 8, refusedPerKey: 2 };
const transact = <T>(run: (tx: Tx) => Promise<T>) => platform.wiring.core.transact(run);
const away = () => Promise.reject(new Error("Connection terminated unexpectedly"));

function call(partnerId: string, keyId: string, status = 200): RecordedCall {
  const request = recordedRequest({ partnerId });
  return { keyId, at: new Date(), status, address: null, request };
}

const rowsOf = (partnerId: string) =>
  platform.wiring.core.db.requestLog.findMany({ where: { partnerId }, orderBy: { id: "asc" } });

it("keeps the newest requests while PostgreSQL is unreachable, counts the dropped ones, and writes the rest later", async () => {
  const { id } = await platform.newPartner();
  let isAway = true;
  const log = openRequestLog((run) => (isAway ? away() : transact(run)), { bounds: BOUNDS });
  const calls = Array.from({ length: 14 }, (_, i) => call(id, `key_${i}`));
  for (const one of calls.slice(0, 7)) log.add(one);
  await expect(log.flush()).rejects.toThrow("terminated");
  for (const one of calls.slice(7)) log.add(one);
  expect([log.waiting(), log.dropped()]).toEqual([10, 4]);
  isAway = false;
  await log.flush();
  const kept = calls.slice(4).map(({ request }) => request?.id);
  expect((await rowsOf(id)).map((row) => row.id).sort()).toEqual(kept.sort());
  expect(log.takeWritten()).toEqual(new Map([[id, 10]]));
});

it("a request that lasted as long as the process was stopped, for an hour, does not hold up the others", async () => {
  const { id } = await platform.newPartner();
  const log = openRequestLog(transact, { bounds: BOUNDS });
  const held = call(id, "key_1");
  const request = recordedRequest({ partnerId: id, durationUs: 3.6e9 });
  log.add({ ...held, request });
  log.add(call(id, "key_2"));
  await log.flush();
  expect(await rowsOf(id)).toHaveLength(2);
});

it("writes a batch once even if the response to its commit was lost", async () => {
  const { id } = await platform.newPartner();
  let isDeaf = true;
  const log = openRequestLog(
    async (run) => {
      const result = await transact(run);
      return isDeaf ? away() : result;
    },
    { bounds: BOUNDS },
  );
  log.add(call(id, "key_1"));
  await expect(log.flush()).rejects.toThrow();
  isDeaf = false;
  await log.flush();
  expect(await rowsOf(id)).toHaveLength(1);
  expect(log.waiting()).toBe(0);
});

it("loses nothing that arrives while a batch is being written", async () => {
  const { id } = await platform.newPartner();
  const log = openRequestLog(
    async (run) => {
      for (let i = 0; i < 9; i++) log.add(call(id, `late_${i}`));
      return transact(run);
    },
    { bounds: { ...BOUNDS, maxWaiting: 10 } },
  );
  for (let i = 0; i < 5; i++) log.add(call(id, `early_${i}`));
  await log.flush();
  const written = (await rowsOf(id)).length;
  expect([written, log.waiting(), log.dropped()]).toEqual([5, 9, 4]);
});

it("counts each call as listed or as unlisted, also while PostgreSQL is unreachable", async () => {
  const { partner, key } = await platform.newPartnerWithKey();
  let isAway = true;
  const recorder = createRecorder({
    transact: (run) => (isAway ? away() : transact(run)),
    log: platform.wiring.log,
    bounds: { maxWaiting: 10, perKey: 12, refusedPerKey: 5 },
  });
  for (const status of [...Array(8).fill(429), ...Array(9).fill(200), ...Array(3).fill(500)]) {
    recorder.record(call(partner.id, key.id, status));
  }
  await recorder.flush();
  isAway = false;
  await recorder.close();
  const usage = await platform.wiring.core.db.keyUsage.findMany({ where: { keyId: key.id } });
  const sum = (of: (row: (typeof usage)[number]) => number | null) =>
    usage.reduce((total, row) => total + (of(row) ?? Number.NaN), 0);
  const statuses = (await rowsOf(partner.id)).map(({ status }) => status);
  const listed = (status: number) => statuses.filter((one) => one === status).length;
  expect([sum((row) => row.rateLimited), sum((row) => row.unlistedRateLimited)]).toEqual([
    8,
    8 - listed(429),
  ]);
  expect(sum((row) => row.unlistedSucceeded)).toBe(9 - listed(200));
  expect(sum((row) => row.unlistedFailed)).toBe(3 - listed(500));
  expect(statuses).toHaveLength(10);
});

it("limits each busy key to its share, with a smaller share for refused requests", async () => {
  const { id } = await platform.newPartner();
  const log = openRequestLog(transact, { bounds: BOUNDS });
  for (let i = 0; i < 20; i++) log.add(call(id, "key_loud", 429));
  for (let i = 0; i < 20; i++) log.add(call(id, "key_loud"));
  log.add(call(id, "key_quiet"));
  expect(log.skipped()).toBe(18 + 14);
  await log.flush();
  expect((await rowsOf(id)).filter(({ keyId }) => keyId === "key_quiet")).toHaveLength(1);
  log.add(call(id, "key_loud"));
  expect(log.waiting()).toBe(1);
});

it("is flushed on shutdown, with the counts and the used scopes", async () => {
  const { partner, key } = await platform.newPartnerWithKey();
  const recorder = createRecorder({ transact, log: platform.wiring.log });
  const asked = call(partner.id, key.id);
  const request = asked.request && { ...asked.request, scopes: ["payouts:read"] };
  recorder.record({ ...asked, ...(request && { request }) });
  await recorder.close();
  expect(await rowsOf(partner.id)).toHaveLength(1);
  const where = { where: { keyId: key.id } };
  expect(await platform.wiring.core.db.keyUsage.findMany(where)).toMatchObject([{ succeeded: 1 }]);
  expect(await platform.wiring.core.db.keyScopeUse.findMany(where)).toMatchObject([
    { scope: "payouts:read", lastUsedAt: asked.at },
  ]);
  expect(recorder.stats().requests).toEqual({ waiting: 0, dropped: 0, skipped: 0 });
});
