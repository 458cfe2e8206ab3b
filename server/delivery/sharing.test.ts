import { expect, it } from "vitest";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();
const { startDispatcher, newEndpoint, newCustomer, deliveriesOf } = stand;

it("at most ten requests of an endpoint are in flight, and others don't wait for it", async () => {
  const open: (() => void)[] = [];
  const slow = await newEndpoint((_, response) => {
    open.push(() => void response.writeHead(204).end());
  });
  const quick = await newEndpoint();
  const dispatcher = startDispatcher();
  for (let n = 0; n < 15; n++) await newCustomer(slow.partnerId);
  await expect.poll(() => slow.received).toHaveLength(10);
  for (let n = 0; n < 15; n++) await newCustomer(quick.partnerId);
  await expect.poll(() => quick.received).toHaveLength(15);
  expect(slow.received).toHaveLength(10);
  await expect.poll(() => dispatcher.stats().inFlight).toBe(10);
  const answering = setInterval(() => open.shift()?.(), 5);
  await expect.poll(() => slow.received).toHaveLength(15);
  await dispatcher.drained();
  clearInterval(answering);
});

it("endpoints that another process has seen failing leave places to the others", async () => {
  const hanging = await Promise.all([1, 2, 3, 4].map(() => newEndpoint(() => {})));
  const ids = hanging.map(({ endpointId }) => endpointId);
  const data = { failingSince: new Date() };
  await stand.system.transact((tx) =>
    tx.webhookEndpoint.updateMany({ where: { id: { in: ids } }, data }),
  );
  for (const { partnerId } of hanging) await newCustomer(partnerId);
  const quick = await newEndpoint();
  const dispatcher = startDispatcher(stand.platform.wiring.core, {
    isBusy: () => false,
    servingPlaces: { all: 4, slow: 2, perLook: 4 },
  });
  await expect.poll(() => dispatcher.stats().inFlight).toBe(2);
  await newCustomer(quick.partnerId);
  await expect.poll(() => quick.received).toHaveLength(1);
  // Each of them would hold its place for 15 seconds.
  expect(dispatcher.stats()).toMatchObject({ inFlight: 2, retried: 0 });
});

it("keeps to an endpoint's rate limit exactly", async () => {
  const { partnerId, endpointId, received } = await newEndpoint(undefined, { perSecond: 5 });
  for (let n = 0; n < 12; n++) await newCustomer(partnerId);
  const dispatcher = startDispatcher();
  await expect.poll(() => received).toHaveLength(12);
  await dispatcher.drained();
  const begun = await stand.system.db.webhookAttempt.findMany({ where: { endpointId } });
  const times = begun.map(({ at }) => at.getTime());
  const inASecond = times.map(
    (at) => times.filter((other) => other >= at && other < at + 990).length,
  );
  expect(Math.max(...inASecond)).toBe(5);
});

it("several dispatchers share the work without doubling it", async () => {
  const endpoints = [];
  for (let n = 0; n < 6; n++) endpoints.push(await newEndpoint());
  const all = [startDispatcher(), startDispatcher(), startDispatcher()];
  for (let round = 0; round < 5; round++) {
    for (const { partnerId } of endpoints) await newCustomer(partnerId);
  }
  for (const { received } of endpoints) await expect.poll(() => received).toHaveLength(5);
  await Promise.all(all.map((each) => each.drained()));
  for (const { received } of endpoints) {
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(5);
    expect(received).toHaveLength(5);
  }
});

it("another dispatcher repeats what one that vanished has not recorded", async () => {
  let isFirst = true;
  const { partnerId, endpointId, received } = await newEndpoint((_, response) => {
    if (isFirst) return;
    response.writeHead(204).end();
  });
  const vanished = startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  // It holds the claim until it ends, and then forgets the request in flight.
  const closing = vanished.close();
  isFirst = false;
  await closing;
  const next = startDispatcher();
  await expect.poll(() => received).toHaveLength(2);
  await next.drained();
  expect(await deliveriesOf(endpointId)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

it("a clock that ran ahead and was set back keeps no endpoint from its webhooks", async () => {
  const { partnerId, endpointId, received } = await newEndpoint();
  const ahead = new Date(Date.now() + 25 * 3_600_000);
  const data = { claimedBy: "another process", claimedUntil: ahead, heldUntil: ahead };
  await stand.system.transact((tx) =>
    tx.webhookEndpoint.update({ where: { id: endpointId }, data }),
  );
  await newCustomer(partnerId);
  const dispatcher = startDispatcher();
  await expect.poll(() => received).toHaveLength(1);
  await dispatcher.drained();
});
