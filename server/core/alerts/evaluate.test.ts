import { beforeEach, expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { revokeKey, rotateKey } from "../keys/mutations";
import { terminatePartner } from "../partners/mutations";
import { deleteEndpoint } from "../webhooks/mutations";
import { addEndpoint } from "../webhooks/testing/endpoint";
import { evaluateAlerts } from "./evaluate";
import { createAlert, deleteAlert, updateAlert } from "./mutations";
import { listAlerts } from "./queries";
import { MAX_ALERTS } from "./schema";

const MINUTE_MS = 60_000;
const platform = await platformForTests();

let partnerId: string;
let keyId: string;
beforeEach(async () => {
  const partner = await platform.newPartner();
  partnerId = partner.id;
  keyId = (await platform.newKey(partner, { label: "Shop" })).key.id;
});

/** Replaces the key's counts by one minute's. */
async function setCalls(
  counts: { succeeded?: number; failed?: number; rateLimited?: number },
  minutesAgo = 1,
): Promise<void> {
  const minute = new Date(Math.floor(Date.now() / MINUTE_MS - minutesAgo) * MINUTE_MS);
  await platform.system.transact(async (tx) => {
    await tx.keyUsage.deleteMany({ where: { keyId } });
    await tx.keyUsage.create({ data: { keyId, minute, ...counts } });
    await tx.apiKey.update({ where: { id: keyId }, data: { lastUsedAt: minute } });
  });
}

/** Evaluates as if a minute had passed; returns the events since the beginning. */
async function evaluate(): Promise<string[]> {
  await platform.system.transact((tx) => tx.alert.updateMany({ data: { checkedAt: null } }));
  await evaluateAlerts(platform.wiring.core);
  return eventsSoFar();
}

async function eventsSoFar(): Promise<string[]> {
  const rows = await platform.system.db.event.findMany({
    where: { partnerId, type: { startsWith: "alert." } },
    orderBy: { sequence: "asc" },
  });
  return rows.map(({ type, data }) => `${type} ${(data as { value: number }).value}`);
}

const limited = (threshold: number) =>
  createAlert(platform.system, { partnerId, kind: "rate_limited_share", target: keyId, threshold });

it("fires once, and once when it is over, and doesn't come and go around its limit", async () => {
  await limited(10);
  await setCalls({ succeeded: 91, rateLimited: 9 });
  expect(await evaluate()).toEqual([]);
  await setCalls({ succeeded: 90, rateLimited: 10 });
  expect(await evaluate()).toEqual(["alert.triggered 10"]);
  expect(await evaluate()).toHaveLength(1);
  for (const rateLimited of [9, 10, 8, 11]) {
    await setCalls({ succeeded: 100 - rateLimited, rateLimited });
    expect(await evaluate()).toHaveLength(1);
  }
  expect(await listAlerts(platform.system, { partnerId })).toMatchObject([
    { rule: "At least 10% of requests from Shop are rate limited", firedAt: expect.any(Date) },
  ]);
  await setCalls({ succeeded: 93, rateLimited: 7 });
  expect(await evaluate()).toEqual(["alert.triggered 10", "alert.resolved 7"]);
  expect(await evaluate()).toHaveLength(2);
});

it("is over when nothing happens any more, and few requests don't trigger it", async () => {
  await limited(10);
  await setCalls({ rateLimited: 19 });
  expect(await evaluate()).toEqual([]);
  await setCalls({ rateLimited: 20 });
  expect(await evaluate()).toEqual(["alert.triggered 100"]);
  await setCalls({ rateLimited: 20 }, 16);
  expect(await evaluate()).toEqual(["alert.triggered 100", "alert.resolved 0"]);
});

it("is evaluated once a minute, also by many processes", async () => {
  await limited(10);
  await setCalls({ rateLimited: 50 });
  const { core } = platform.wiring;
  await Promise.all(Array.from({ length: 8 }, () => evaluateAlerts(core)));
  expect(await eventsSoFar()).toEqual(["alert.triggered 100"]);
  await setCalls({ succeeded: 50 });
  await evaluateAlerts(core);
  expect(await eventsSoFar()).toHaveLength(1);
});

it("a clock that ran ahead and was set back keeps no alert from being evaluated", async () => {
  await limited(10);
  await setCalls({ rateLimited: 50 });
  const checkedAt = new Date(Date.now() + 365 * 24 * 60 * MINUTE_MS);
  await platform.system.transact((tx) => tx.alert.updateMany({ data: { checkedAt } }));
  await evaluateAlerts(platform.wiring.core);
  expect(await eventsSoFar()).toEqual(["alert.triggered 100"]);
});

it("counts of a clock that ran ahead don't keep an alert triggered", async () => {
  await limited(10);
  await setCalls({ rateLimited: 50 });
  const { id: endpointId } = await addEndpoint(platform.system, partnerId);
  const success = { partnerId, kind: "endpoint_success", target: endpointId } as const;
  await createAlert(platform.system, { ...success, threshold: 90 });
  expect(await evaluate()).toEqual(["alert.triggered 100"]);
  await setCalls({ rateLimited: 50 }, -10);
  const hour = new Date((Math.floor(Date.now() / 3_600_000) + 2) * 3_600_000);
  await platform.system.transact((tx) =>
    tx.webhookHour.create({ data: { endpointId, hour, succeeded: 0, failed: 50 } }),
  );
  expect(await evaluate()).toEqual(["alert.triggered 100", "alert.resolved 0"]);
});

it("measures errors, an endpoint's success and the time without requests", async () => {
  const owner = { partnerId, kind: "error_share", target: keyId, threshold: 50 } as const;
  await createAlert(platform.system, owner);
  await setCalls({ succeeded: 10, failed: 30 });
  expect(await evaluate()).toEqual(["alert.triggered 75"]);

  const { id: endpointId } = await addEndpoint(platform.system, partnerId);
  const success = { partnerId, kind: "endpoint_success", target: endpointId } as const;
  await createAlert(platform.system, { ...success, threshold: 90 });
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
  await platform.system.transact((tx) =>
    tx.webhookHour.create({ data: { endpointId, hour, succeeded: 5, failed: 5 } }),
  );
  expect((await evaluate()).at(-1)).toBe("alert.triggered 50");

  const silence = { partnerId, kind: "no_traffic", target: null, threshold: 2 } as const;
  const { id } = await createAlert(platform.system, silence);
  expect(await evaluate()).toHaveLength(2);
  const createdAt = new Date(Date.now() - 3 * 3_600_000);
  await platform.system.transact((tx) => tx.alert.update({ where: { id }, data: { createdAt } }));
  await setCalls({ succeeded: 10 }, 125);
  const after = await evaluate();
  expect(after.slice(2).sort()).toEqual(["alert.resolved 0", "alert.triggered 2"]);
  await setCalls({ succeeded: 1 });
  expect((await evaluate()).at(-1)).toBe("alert.resolved 0");
});

it("follows a key that is rotated, and ends with one that is revoked", async () => {
  await limited(10);
  const silence = { partnerId, kind: "no_traffic", target: keyId, threshold: 1 } as const;
  await createAlert(platform.system, silence);
  const rotated = await rotateKey(platform.system, { keyId });
  const old = keyId;
  keyId = rotated.key.id;
  await setCalls({ rateLimited: 50 });
  expect(await evaluate()).toEqual(["alert.triggered 100"]);

  const createdAt = new Date(Date.now() - 3 * 3_600_000);
  await platform.system.transact((tx) => tx.alert.updateMany({ data: { createdAt } }));
  await setCalls({ succeeded: 50 }, 61);
  expect((await evaluate()).slice(1).sort()).toEqual(["alert.resolved 0", "alert.triggered 1"]);
  await revokeKey(platform.system, { keyId, after: "now" });
  await revokeKey(platform.system, { keyId: old, after: "now" });
  expect((await evaluate()).at(-1)).toBe("alert.resolved 0");
  expect(await evaluate()).toHaveLength(4);
});

it("says nothing of the silence of a terminated partner", async () => {
  const silence = { partnerId, kind: "no_traffic", threshold: 1 } as const;
  await createAlert(platform.system, { ...silence, target: null });
  await createAlert(platform.system, { ...silence, target: keyId });
  const createdAt = new Date(Date.now() - 3 * 3_600_000);
  await platform.system.transact((tx) => tx.alert.updateMany({ data: { createdAt } }));
  expect(await evaluate()).toEqual(["alert.triggered 3", "alert.triggered 3"]);
  await terminatePartner(platform.system, { partnerId, reason: "Contract ended" });
  expect((await evaluate()).slice(2)).toEqual(["alert.resolved 0", "alert.resolved 0"]);
  expect(await evaluate()).toHaveLength(4);
});

it("a changed threshold counts from the next evaluation on", async () => {
  const { id: alertId } = await limited(50);
  await setCalls({ succeeded: 80, rateLimited: 20 });
  expect(await evaluate()).toEqual([]);
  const change = (threshold: number) =>
    updateAlert(platform.system, { partnerId, alertId, threshold });
  expect(await change(20)).toMatchObject({
    threshold: 20,
    rule: "At least 20% of requests from Shop are rate limited",
  });
  expect(await evaluate()).toEqual(["alert.triggered 20"]);
  await change(30);
  expect(await evaluate()).toEqual(["alert.triggered 20", "alert.resolved 20"]);

  const refused = { code: "validation_failed", message: expect.stringContaining("from 1 to 100") };
  for (const threshold of [0, 101]) {
    await expect(change(threshold)).rejects.toMatchObject(refused);
  }
  const other = { partnerId: (await platform.newPartner()).id, alertId, threshold: 5 };
  await expect(updateAlert(platform.system, other)).rejects.toMatchObject({ code: "not_found" });
});

it("an alert that is deleted while it is triggered is resolved", async () => {
  const { id: alertId } = await limited(10);
  const { id: quietId } = await createAlert(platform.system, {
    partnerId,
    kind: "error_share",
    target: keyId,
    threshold: 10,
  });
  await setCalls({ succeeded: 80, rateLimited: 20 });
  expect(await evaluate()).toEqual(["alert.triggered 20"]);
  await setCalls({ succeeded: 85, rateLimited: 15 });
  await deleteAlert(platform.system, { partnerId, alertId: quietId });
  expect(await eventsSoFar()).toHaveLength(1);
  await deleteAlert(platform.system, { partnerId, alertId });
  expect(await eventsSoFar()).toEqual(["alert.triggered 20", "alert.resolved 15"]);
  const where = { partnerId, type: "alert.resolved" };
  const event = await platform.system.db.event.findFirst({ where });
  expect(event).toMatchObject({ subjectId: alertId, data: { target: keyId, threshold: 10 } });
});

it("names an endpoint that was deleted, and doesn't trigger for it", async () => {
  const { id: endpointId } = await addEndpoint(platform.system, partnerId);
  const rule = { partnerId, kind: "endpoint_success", target: endpointId, threshold: 90 } as const;
  await createAlert(platform.system, rule);
  await deleteEndpoint(platform.system, { endpointId, isExpected: undefined });
  expect(await listAlerts(platform.system, { partnerId })).toMatchObject([
    { rule: "Fewer than 90% of deliveries to a deleted endpoint succeed" },
  ]);
  expect(await evaluate()).toEqual([]);
});

it("an alert of a newer release's kind doesn't stop the others, and is left to that release", async () => {
  const data = { partnerId, kind: "of_a_newer_release", target: keyId, threshold: 1 };
  await platform.system.transact(async (tx) => {
    // Its migration allows the kind.
    await tx.$executeRaw`ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check`;
    const newer = { ...data, id: "alr_newer", createdAt: new Date(0), createdBy: "test" };
    await tx.alert.create({ data: newer });
  });
  await limited(10);
  await setCalls({ rateLimited: 50 });
  expect(await evaluate()).toEqual(["alert.triggered 100"]);
  const { db } = platform.system;
  expect(await db.alert.findUnique({ where: { id: "alr_newer" } })).toMatchObject({
    checkedAt: null,
  });
  // A list shows what this release knows.
  expect(await listAlerts(platform.system, { partnerId })).toHaveLength(1);
});

it("refuses another partner's key, a rule that exists, and more than the cap", async () => {
  const other = await platform.newPartner();
  const rule = { kind: "error_share", target: keyId, threshold: 10 } as const;
  const create = (partner: string) => createAlert(platform.system, { partnerId: partner, ...rule });
  const failsWith = (code: string) => expect.objectContaining({ code });
  await expect(create(other.id)).rejects.toEqual(failsWith("validation_failed"));
  const { id } = await create(partnerId);
  await expect(create(partnerId)).rejects.toEqual(failsWith("conflict"));
  const foreign = { partnerId: other.id, alertId: id };
  await expect(deleteAlert(platform.system, foreign)).rejects.toEqual(failsWith("not_found"));
  await deleteAlert(platform.system, { partnerId, alertId: id });
  const data = Array.from({ length: MAX_ALERTS }, (_, n) => ({
    id: `alr_${partnerId}${n}`,
    partnerId,
    ...rule,
    target: `key_${n}`,
    createdAt: new Date(),
    createdBy: "test",
  }));
  await platform.system.transact((tx) => tx.alert.createMany({ data }));
  await expect(create(partnerId)).rejects.toEqual(failsWith("conflict"));
});
