import { describe, expect, it } from "vitest";
import { newId } from "../core/kernel/ids";
import { deleteEndpoint, disableEndpoint, updateEndpoint } from "../core/webhooks/mutations";
import { MAX_FAILED_AT_ONCE } from "../core/webhooks/pending";
import { getEndpoint } from "../core/webhooks/queries";
import { answering } from "./testing/receiver";
import { webhookStand } from "./testing/stand";
import { deleteOldDeliveries, disableFailing, doUpkeep, warnOfFailing } from "./upkeep";

const stand = await webhookStand();
const { startDispatcher, newEndpoint, sendFirst, newCustomer, deliveriesOf } = stand;
const DAY_MS = 86_400_000;

/** The process, some days later. */
const coreIn = (days: number) => {
  const now = () => new Date(Date.now() + days * DAY_MS);
  return { ...stand.platform.wiring.core, clock: { now } };
};

it("disables an endpoint after five days without a success, and notifies its partner once", async () => {
  const { partnerId, endpointId, received } = await newEndpoint(answering(500));
  await sendFirst({ partnerId, received });
  await disableFailing(coreIn(4.99));
  expect(await getEndpoint(stand.system, { endpointId })).toMatchObject({ status: "enabled" });
  const late = coreIn(5.01);
  await Promise.all([disableFailing(late), disableFailing(late)]);
  await disableEndpoint(stand.system, { endpointId, reason: "failing" });
  expect(await getEndpoint(stand.system, { endpointId })).toMatchObject({
    status: "disabled",
    disabledReason: "failing",
  });
  // Pending deliveries count as failures.
  expect(await deliveriesOf(endpointId)).toMatchObject([{ status: "failed" }]);
  const type = "webhook_endpoint.disabled";
  const events = await stand.system.db.event.findMany({ where: { partnerId, type } });
  expect(events).toHaveLength(1);
});

describe("an endpoint with more pending deliveries than a transaction can end", () => {
  const count = 2 * MAX_FAILED_AT_ONCE + 1;

  async function disabledWithMany() {
    const { endpointId, partnerId } = await newEndpoint();
    await stand.system.transact(
      (tx) => tx.$executeRaw`
        INSERT INTO webhook_deliveries
          (endpoint_id, event_id, type, next_attempt_at, created_at)
        SELECT ${endpointId}, ${newId("event")} || n, 'account.created', now(), now()
        FROM generate_series(1, ${count}::integer) AS n`,
    );
    await disableEndpoint(stand.system, { endpointId, reason: "failing" });
    const enable = (sendMissed: boolean) =>
      updateEndpoint(stand.system, { endpointId, partnerId, status: "enabled", sendMissed });
    const pending = () =>
      stand.system.db.webhookDelivery.count({ where: { endpointId, status: "pending" } });
    return { endpointId, enable, pending };
  }

  it("is disabled at once, and the upkeep ends the rest", async () => {
    const { endpointId, pending } = await disabledWithMany();
    expect(await getEndpoint(stand.system, { endpointId })).toMatchObject({ status: "disabled" });
    expect(await pending()).toBe(count - MAX_FAILED_AT_ONCE);
    const other = await newEndpoint();
    await newCustomer(other.partnerId);
    await doUpkeep(stand.platform.wiring.core);
    expect(await pending()).toBe(0);
    expect(await deliveriesOf(other.endpointId)).toMatchObject([{ status: "pending" }]);
  });

  it("is not enabled without what it missed until none is pending: they would be sent", async () => {
    const { enable, pending } = await disabledWithMany();
    await expect(enable(false)).rejects.toMatchObject({ code: "conflict" });
    expect(await pending(), "a refused change ends none").toBe(count - MAX_FAILED_AT_ONCE);
    await doUpkeep(stand.platform.wiring.core);
    expect(await enable(false)).toMatchObject({ status: "enabled" });
    expect(await pending()).toBe(0);
  });

  it("is enabled with what it missed at any time, and then sends what is still pending", async () => {
    const { endpointId, enable, pending } = await disabledWithMany();
    expect(await enable(true)).toMatchObject({ status: "enabled" });
    await doUpkeep(stand.platform.wiring.core);
    expect(await pending()).toBe(count - MAX_FAILED_AT_ONCE);
    await deleteEndpoint(stand.system, { endpointId });
    await doUpkeep(stand.platform.wiring.core);
    expect(await pending()).toBe(0);
  });
});

const schedule = (endpointId: string, at: string) =>
  stand.system.transact((tx) =>
    tx.$executeRawUnsafe(`
      UPDATE webhook_deliveries SET next_attempt_at = now() + interval '${at}'
      WHERE endpoint_id = '${endpointId}'`),
  );

/** An endpoint with one delivery that has failed once and is pending. */
async function newFailing() {
  const made = await newEndpoint(answering(500));
  await (await sendFirst(made)).close();
  const { partnerId } = made;
  const type = { startsWith: "webhook_endpoint." };
  /** The days of the warnings so far; 5: disabled. */
  const newWarnings = async () => {
    const where = { partnerId, type };
    const rows = await stand.system.db.event.findMany({ where, orderBy: { sequence: "asc" } });
    return rows.map(({ data }) => (data as { days?: number }).days ?? 5);
  };
  return { ...made, newWarnings };
}

it("warns once after one day and once after three, also in several processes, before it disables", async () => {
  const { newWarnings, endpointId, partnerId } = await newFailing();
  const inProcesses = (days: number) => Promise.all([1, 2, 3].map(() => doUpkeep(coreIn(days))));
  const expected: [days: number, newWarnings: number[]][] = [
    [0.9, []],
    [1.01, [1]],
    [2.9, [1]],
    [3.01, [1, 3]],
    [4.9, [1, 3]],
    [5.01, [1, 3, 5]],
    [6, [1, 3, 5]],
  ];
  for (const [days, all] of expected) {
    await inProcesses(days);
    expect(await newWarnings(), `after ${days} days`).toEqual(all);
  }
  const [first] = await stand.system.db.event.findMany({
    where: { partnerId, type: "webhook_endpoint.failing" },
  });
  expect(first).toMatchObject({ subjectType: "webhook_endpoint", subjectId: endpointId });
  expect(Object.keys(first?.data ?? {}).sort()).toEqual(["days", "failing_since"]);
});

it("warns of three days only, if nothing ran after one, and anew after a success", async () => {
  const { newWarnings, endpointId } = await newFailing();
  await warnOfFailing(coreIn(4));
  await warnOfFailing(coreIn(4));
  expect(await newWarnings()).toEqual([3]);
  const endpoint = (failingSince: Date | null) =>
    stand.system.transact((tx) =>
      tx.webhookEndpoint.update({ where: { id: endpointId }, data: { failingSince } }),
    );
  // A success, and a failure on the fourth day.
  await endpoint(null);
  await warnOfFailing(coreIn(6));
  await endpoint(new Date(Date.now() + 4 * DAY_MS));
  await warnOfFailing(coreIn(4.5));
  expect(await newWarnings()).toEqual([3]);
  await warnOfFailing(coreIn(5.1));
  expect(await newWarnings()).toEqual([3, 1]);
});

it("counts a pause of all processes against no endpoint before its due deliveries were tried", async () => {
  const { newWarnings, endpointId } = await newFailing();
  await schedule(endpointId, "-1 hour");
  await doUpkeep(coreIn(7));
  expect(await newWarnings()).toEqual([]);
  await schedule(endpointId, "1 hour");
  await doUpkeep(coreIn(7));
  expect(await newWarnings()).toEqual([3, 5]);
});

it("deletes deliveries after thirty days, with their attempts, and none before", async () => {
  const { partnerId, endpointId, received } = await newEndpoint();
  await (await sendFirst({ partnerId, received })).close();
  const rows = Array.from({ length: 1_200 }, () => ({
    endpointId,
    eventId: newId("event"),
    type: "ping",
    status: "failed" as const,
    createdAt: new Date(),
  }));
  await stand.system.transact((tx) => tx.webhookDelivery.createMany({ data: rows }));
  await deleteOldDeliveries(coreIn(29));
  const { db } = stand.system;
  const where = { endpointId };
  const counts = () =>
    Promise.all([
      db.webhookDelivery.count({ where }),
      db.webhookAttempt.count({ where }),
      db.webhookHour.count({ where }),
    ]);
  expect(await counts()).toEqual([1_201, 1, 1]);
  await deleteOldDeliveries(coreIn(32));
  expect(await counts()).toEqual([0, 0, 0]);
});

it("keeps what still waits for an enabled endpoint, whatever the clock says", async () => {
  const { endpointId } = await newFailing();
  const statuses = async () => (await deliveriesOf(endpointId)).map(({ status }) => status);
  await deleteOldDeliveries(coreIn(32));
  expect(await statuses()).toEqual(["pending"]);
  await disableEndpoint(stand.system, { endpointId, reason: "failing" });
  await deleteOldDeliveries(coreIn(32));
  expect(await statuses()).toEqual([]);
});

it("deletes what is pending for a deleted endpoint, with its attempts, and nothing else", async () => {
  const [gone, kept] = [await newFailing(), await newFailing()];
  await deleteEndpoint(stand.system, { endpointId: gone.endpointId });
  await Promise.all([doUpkeep(coreIn(0)), doUpkeep(coreIn(0))]);
  const { db } = stand.system;
  const countsOf = async (endpointId: string) => [
    await db.webhookDelivery.count({ where: { endpointId } }),
    await db.webhookAttempt.count({ where: { endpointId } }),
  ];
  expect(await countsOf(gone.endpointId)).toEqual([0, 0]);
  expect(await countsOf(kept.endpointId)).toEqual([1, 1]);
});

it("what a clock that ran ahead wrote about an endpoint is corrected by the next failure", async () => {
  const { partnerId, endpointId, received, newWarnings } = await newFailing();
  const ahead = new Date(Date.now() + 365 * DAY_MS);
  const data = { failingSince: ahead, warnedAt: ahead, lastSuccessAt: ahead };
  await stand.system.transact((tx) =>
    tx.webhookEndpoint.update({ where: { id: endpointId }, data }),
  );
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(2);
  await dispatcher.drained();
  await dispatcher.close();
  const { failingSince } = await getEndpoint(stand.system, { endpointId });
  expect(failingSince?.getTime()).toBeLessThan(Date.now());
  await doUpkeep(coreIn(1.01));
  expect(await newWarnings()).toEqual([1]);
});

it("the last success of a clock that ran ahead is replaced by the next", async () => {
  const { partnerId, endpointId } = await newEndpoint();
  const lastSuccessAt = new Date(Date.now() + 365 * DAY_MS);
  await stand.system.transact((tx) =>
    tx.webhookEndpoint.update({ where: { id: endpointId }, data: { lastSuccessAt } }),
  );
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => deliveriesOf(endpointId)).toMatchObject([{ status: "delivered" }]);
  await dispatcher.drained();
  const endpoint = await getEndpoint(stand.system, { endpointId });
  expect(endpoint.lastSuccessAt?.getTime()).toBeLessThan(Date.now() + 60_000);
});

it("a retry that a clock that ran ahead has scheduled is sent soon", async () => {
  const { endpointId, received } = await newFailing();
  const dispatcher = startDispatcher();
  await schedule(endpointId, "1 day");
  await doUpkeep(coreIn(0));
  await dispatcher.drained();
  expect(received).toHaveLength(1);
  await schedule(endpointId, "1 year");
  await doUpkeep(coreIn(0));
  await expect.poll(() => received).toHaveLength(2);
});
