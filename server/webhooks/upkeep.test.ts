import { expect, it } from "vitest";
import { newId } from "../core/ids";
import { disableEndpoint } from "../core/webhooks/mutations";
import { getEndpoint } from "../core/webhooks/queries";
import { webhookStand } from "./testing/stand";
import { deleteOldDeliveries, disableFailing } from "./upkeep";

const stand = webhookStand();
const { startDispatcher, newEndpoint, newCustomer, deliveriesOf } = stand;
const DAY_MS = 86_400_000;

/** The process, some days later. */
const coreIn = (days: number) => {
  const now = () => new Date(Date.now() + days * DAY_MS);
  return { ...stand.platform().wiring.core, clock: { now } };
};

it("disables an endpoint after five days without a success, and tells its partner once", async () => {
  const { partnerId, endpointId, received } = await newEndpoint((_, response) => {
    response.writeHead(500).end();
  });
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  await dispatcher.drained();
  await disableFailing(coreIn(4.99));
  expect(await getEndpoint(stand.system, { endpointId })).toMatchObject({ status: "enabled" });
  const late = coreIn(5.01);
  await Promise.all([disableFailing(late), disableFailing(late)]);
  await disableEndpoint(stand.system, { endpointId, reason: "failing" });
  expect(await getEndpoint(stand.system, { endpointId })).toMatchObject({
    status: "disabled",
    disabledReason: "failing",
  });
  // What is pending counts as failed.
  expect(await deliveriesOf(endpointId)).toMatchObject([{ status: "failed" }]);
  const type = "webhook_endpoint.disabled";
  const events = await stand.system.db.event.findMany({ where: { partnerId, type } });
  expect(events).toHaveLength(1);
});

it("deletes deliveries after thirty days, with their attempts, and none before", async () => {
  const { partnerId, endpointId, received } = await newEndpoint();
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  await dispatcher.drained();
  await dispatcher.close();
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
