import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { createPresence } from "../../usage/presence";
import { recordedRequest } from "../../usage/testing/recorded-request";
import { newId } from "../kernel/ids";
import { readPlatformHealth } from "./platform";
import type { ProcessSummary } from "./schema";

const platform = await platformForTests();

const read = async () => readPlatformHealth(platform.as((await platform.newOperator()).actor));

type Sent = { status: number; durationMs?: number; minutesAgo?: number };

async function newTraffic(sent: readonly Sent[]) {
  const { partner, key } = await platform.newPartnerWithKey();
  for (const { status, durationMs = 1, minutesAgo = 0 } of sent) {
    const at = new Date(platform.wiring.core.clock.now().getTime() - minutesAgo * 60_000);
    const own = { partnerId: partner.id, durationUs: durationMs * 1_000 };
    const request = recordedRequest(own, at);
    platform.wiring.recorder.record({ keyId: key.id, at, status, address: null, request });
  }
  await platform.wiring.recorder.flush();
  return partner;
}

it("adds up the last 15 minutes of all partners, and names those in trouble", async () => {
  const calm = await newTraffic([{ status: 200 }, { status: 200, minutesAgo: 20 }]);
  const limited = await newTraffic([
    ...Array.from({ length: 17 }, () => ({ status: 200 })),
    ...[{ status: 429 }, { status: 404 }, { status: 500, durationMs: 900 }],
  ]);
  const broken = await platform.newPartner();
  const now = platform.wiring.core.clock.now();
  const endpoint = { id: newId("webhookEndpoint"), url: "https://a.example.com", types: ["*"] };
  await platform.wiring.core.transact((tx) =>
    tx.webhookEndpoint.create({
      data: {
        ...endpoint,
        partnerId: broken.id,
        createdBy: "test",
        createdAt: now,
        secret: new Uint8Array(1),
        secretBy: "test",
        failingSince: new Date(now.getTime() - 3_600_000),
        warnedAt: now,
      },
    }),
  );
  const found = await read();
  expect(found).toMatchObject({ requests: 21, failed: 2, rateLimited: 1 });
  expect(found).toMatchObject({ listed: 21, serverErrors: 1, p95Ms: 1, brokenEndpoints: 1 });
  expect(found.partners).toEqual([
    {
      partner: { code: broken.code, name: broken.name },
      requests: 0,
      failed: 0,
      rateLimited: 0,
      brokenEndpoints: 1,
    },
    {
      partner: { code: limited.code, name: limited.name },
      requests: 20,
      failed: 2,
      rateLimited: 1,
      brokenEndpoints: 0,
    },
  ]);
  expect(JSON.stringify(found.partners)).not.toContain(calm.code);
});

const SUMMARY: ProcessSummary = {
  worker: 1,
  version: "1.2.3",
  startedAt: new Date("2026-11-23T10:00:00Z"),
  status: "ready",
  perMinute: 60,
  loopDelayMs: 1.5,
  loopBusy: 0.25,
  memoryBytes: 5e9,
};

it("lists every process until it stops, or has not reported for half a minute", async () => {
  const { core } = platform.wiring;
  const one = createPresence(core, async () => SUMMARY);
  const other = createPresence(core, async () => ({ ...SUMMARY, worker: 2, status: "degraded" }));
  await Promise.all([one.settled(), other.settled()]);
  const { processes } = await read();
  expect(processes).toMatchObject([
    { ...SUMMARY, pid: process.pid },
    { ...SUMMARY, worker: 2, status: "degraded" },
  ]);
  await one.close();
  expect((await read()).processes.map(({ worker }) => worker)).toEqual([2]);
  await core.transact(
    (tx) => tx.$executeRaw`UPDATE server_processes SET seen_at = now() - interval '31 seconds'`,
  );
  expect((await read()).processes).toEqual([]);
  await other.close();
});

it("doesn't list a process that ended while the clock ran ahead, and forgets it", async () => {
  const { core } = platform.wiring;
  const ended = createPresence(core, async () => SUMMARY);
  await ended.settled();
  await core.transact(
    (tx) => tx.$executeRaw`UPDATE server_processes SET seen_at = now() + interval '1 year'`,
  );
  expect((await read()).processes).toEqual([]);
  const next = createPresence(core, async () => ({ ...SUMMARY, worker: 2 }));
  await next.settled();
  expect((await read()).processes).toMatchObject([{ worker: 2 }]);
  expect(await core.db.serverProcess.count()).toBe(1);
  await Promise.all([ended.close(), next.close()]);
});

it("throws nothing while the database can't be written", async () => {
  const away = () => Promise.reject(new Error("Connection terminated unexpectedly"));
  const presence = createPresence({ transact: away }, async () => SUMMARY);
  await presence.settled();
  await presence.close();
});
