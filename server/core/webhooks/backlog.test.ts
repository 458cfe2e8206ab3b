import { expect, it } from "vitest";
import { Prisma } from "../../../prisma/client/client";
import { webhookStand } from "../../delivery/testing/stand";
import { newId } from "../kernel/ids";
import { BACKLOG_SQL, readWebhookBacklog } from "./backlog";
import { deleteEndpoint, updateEndpoint } from "./mutations";

const stand = await webhookStand();
const look = () => readWebhookBacklog(stand.system.db);
const EMPTY = { pending: 0, oldestAt: null, oldestSeconds: 0, unattendedSeconds: 0 };

/** Writes pending deliveries that have been due for so many seconds. */
async function write(endpointId: string, ages: readonly number[]): Promise<void> {
  const data = ages.map((seconds) => {
    const at = new Date(Date.now() - seconds * 1_000);
    const eventId = newId("event", at.getTime());
    return { endpointId, eventId, type: "ping", testBody: "{}", nextAttemptAt: at, createdAt: at };
  });
  await stand.system.transact((tx) => tx.webhookDelivery.createMany({ data }));
}

it("counts what is pending and failing, and finds the oldest, of existing endpoints only", async () => {
  const { endpointId } = await stand.newEndpoint();
  const deleted = await stand.newEndpoint();
  const disabled = await stand.newEndpoint();
  expect(await look()).toEqual({ ...EMPTY, healthy: 3, failing: 0, disabled: 0 });

  await write(endpointId, [20, 90, 40]);
  await write(deleted.endpointId, [1_000]);
  await write(disabled.endpointId, [1_000]);
  await deleteEndpoint(stand.system, { endpointId: deleted.endpointId });
  const { endpointId: id } = disabled;
  await updateEndpoint(stand.system, { endpointId: id, status: "disabled" });
  await stand.system.transact((tx) =>
    tx.webhookEndpoint.update({ where: { id: endpointId }, data: { failingSince: new Date() } }),
  );
  const found = await look();
  expect(found).toMatchObject({ pending: 3, healthy: 0, failing: 1, disabled: 1 });
  expect(found.oldestSeconds).toBeGreaterThanOrEqual(90);
  expect(found.oldestSeconds).toBeLessThan(300);
  expect(Date.now() - (found.oldestAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(90_000);
  await deleteEndpoint(stand.system, { endpointId });
});

it("reports that no process sends, but not endpoints that are owned or asked to wait", async () => {
  const { endpointId, received } = await stand.newEndpoint();
  const change = (claimedUntil: Date | null, heldUntil: Date | null) =>
    stand.system.transact((tx) =>
      tx.webhookEndpoint.update({ where: { id: endpointId }, data: { claimedUntil, heldUntil } }),
    );
  const { caller, newOperator } = stand.platform;
  const { actor } = await newOperator();
  // Retries are not due yet.
  await write(endpointId, [-600]);
  expect(await look()).toMatchObject({ pending: 1, unattendedSeconds: 0 });
  await write(endpointId, [600]);
  expect((await look()).unattendedSeconds).toBeGreaterThanOrEqual(600);
  // Its own look may be some seconds old.
  await expect
    .poll(() => caller(actor).health.get())
    .toMatchObject({
      status: "degraded",
      problems: { webhooks: expect.stringMatching(/due for 10 minutes.*latchkey deliver --once/) },
      backlog: { pending: 2 },
    });

  const soon = new Date(Date.now() + 60_000);
  await change(soon, null);
  expect((await look()).unattendedSeconds).toBe(0);
  await change(null, soon);
  expect((await look()).unattendedSeconds).toBe(0);
  await change(null, null);
  stand.startDispatcher();
  await expect.poll(() => received).toHaveLength(1);
  await expect.poll(look).toMatchObject({ pending: 1, unattendedSeconds: 0 });
  await deleteEndpoint(stand.system, { endpointId });
});

it("reads two places of an index for each endpoint, however many deliveries are stored", async () => {
  const { endpointId } = await stand.newEndpoint();
  await stand.system.transact(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO webhook_deliveries (endpoint_id, event_id, type, status, created_at)
      SELECT ${endpointId}, 'evt_' || n, 'ping', 'delivered', now() FROM generate_series(1, 20000) AS n`;
    await tx.$executeRaw`ANALYZE webhook_deliveries`;
  });
  const plan = await stand.system.db.$queryRaw<{ "QUERY PLAN": string }[]>(
    Prisma.raw(`EXPLAIN ${BACKLOG_SQL}`),
  );
  const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text).toContain("webhook_deliveries_due_idx");
  expect(text).not.toContain("Seq Scan on webhook_deliveries");
});
