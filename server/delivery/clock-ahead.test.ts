import { afterAll, expect, it, vi } from "vitest";
import { newId } from "../core/kernel/ids";
import { issueKey } from "../core/keys/mutations";
import { notifyOfAll } from "../core/notifications/testing/notify-of-all";
import { addEndpoint } from "../core/webhooks/testing/endpoint";
import { openPlatform, platformForTests } from "../testing/platform";
import { createRetention, createSweeps } from "../usage/retention";
import { createNotifier } from "./notifier";

// A process whose clock is a year ahead, beside one whose clock is right.
const platform = await platformForTests();
const YEAR_MS = 365 * 86_400_000;
const clock = { now: () => new Date(Date.now() + YEAR_MS) };
const wrong = await openPlatform({ beside: { databaseUrl: platform.databaseUrl }, clock });
afterAll(() => wrong.close());
const { system } = platform;
const { core } = wrong.wiring;

const partner = await platform.newPartner();
const { id: partnerId } = partner;
await platform.newPerson(partner, "owner");

it("a clock that is a year ahead deletes and ends nothing that waits for a webhook's retry", async () => {
  const endpoint = await addEndpoint(system, partnerId, { types: ["key.created"] });
  await system.transact((tx) => tx.webhookDelivery.deleteMany());
  const createdAt = new Date();
  const data = { endpointId: endpoint.id, eventId: newId("event"), type: "key.created", createdAt };
  const later = new Date(Date.now() + 3_600_000);
  await system.transact(async (tx) => {
    await tx.webhookDelivery.create({ data: { ...data, nextAttemptAt: later, attempts: 1 } });
    const failingSince = new Date(Date.now() - 60_000);
    await tx.webhookEndpoint.update({ where: { id: endpoint.id }, data: { failingSince } });
  });
  await wrong.wiring.dispatcher.deliverDue();
  expect(await system.db.webhookDelivery.count({ where: { endpointId: endpoint.id } })).toBe(1);
  const row = await system.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  expect(row.status).toBe("enabled");
});

it("it deletes no notifications and no events, and ends no keys", async () => {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const { key } = await issueKey(system, { partnerId, label: "Shop", scopes: [], expiresAt });
  await notifyOfAll(wrong);
  await createNotifier(core, { isStarted: false }).runOnce();
  expect(await system.db.notification.count({ where: { subjectId: key.id } })).toBe(1);

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { transact, log } = core;
  const warnings: string[] = [];
  const warn = (_: unknown, message: string) => void warnings.push(message);
  const bounds = { days: 30, rowsPerPartner: 1_000, maxRows: 1_000, eventDays: 90 };
  const sweeps = [
    createRetention({
      transact,
      clock,
      log: { ...log, warn },
      bounds,
      takeWritten: () => new Map(),
      reclaim: async () => {},
    }),
    createSweeps(core),
  ];
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(() => warnings).toHaveLength(1);
  for (const each of sweeps) each.close();
  expect(await system.db.event.count({ where: { partnerId } })).toBeGreaterThan(0);
  const events = await system.db.event.findMany({ where: { subjectId: key.id } });
  expect(events.map(({ type }) => type)).toEqual(["key.created"]);
});
