import { expect, it } from "vitest";
import { getEvent } from "../core/events/browse";
import { readActivity } from "../core/webhooks/activity";
import { updateEndpoint } from "../core/webhooks/mutations";
import { getDelivery, listDeliveries } from "../core/webhooks/queries";
import { resendDeliveries, resendDelivery } from "../core/webhooks/resend";
import { sendTestEvent } from "../core/webhooks/test-events";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();
const { startDispatcher, newReceiver, newEndpoint, newCustomer, deliveriesOf } = stand;
const HOUR_MS = 3_600_000;

/** An endpoint that has asked to wait for a day, with a delivery that waits behind the first one. */
async function newHeld() {
  let isWell = false;
  const held = await newEndpoint((_, response) => {
    response.writeHead(isWell ? 204 : 503, isWell ? {} : { "retry-after": "86400" }).end();
  });
  const dispatcher = startDispatcher();
  await newCustomer(held.partnerId);
  await expect.poll(() => held.received).toHaveLength(1);
  await dispatcher.drained();
  await newCustomer(held.partnerId);
  await dispatcher.drained();
  expect(held.received).toHaveLength(1);
  const recover = () => {
    isWell = true;
  };
  return { ...held, dispatcher, recover };
}

it("says when what waits for an endpoint's Retry-After is sent, wherever it is shown", async () => {
  const { endpointId, partnerId } = await newHeld();
  const [waiting, asked] = await deliveriesOf(endpointId);
  const eventId = waiting?.eventId ?? "";
  const one = await getDelivery(stand.system, { endpointId, eventId });
  const event = await getEvent(stand.system, { partnerId, eventId });
  const [activity] = await readActivity(stand.system, { partnerId });
  const filtered = await listDeliveries(stand.system, { endpointId, status: "pending", limit: 10 });
  const shown = [
    waiting,
    asked,
    one.delivery,
    event.deliveries[0],
    activity?.latest,
    ...filtered.data,
  ];
  for (const delivery of shown) {
    const inMs = (delivery?.nextAttemptAt?.getTime() ?? 0) - Date.now();
    expect(inMs).toBeGreaterThan(23 * HOUR_MS);
  }
});

it.each<[string, (of: { endpointId: string; eventId: string }) => Promise<unknown>]>([
  ["a test event", (of) => sendTestEvent(stand.system, { ...of, type: "ping" })],
  ["a resent delivery", (of) => resendDelivery(stand.system, of)],
])("%s ends the wait: whoever asks for it has mended the receiver", async (_, send) => {
  const { endpointId, received, recover } = await newHeld();
  recover();
  const all = await deliveriesOf(endpointId);
  await send({ endpointId, eventId: all[0]?.eventId ?? "" });
  // The delivery that waited behind it arrives, and the one that had been asked to wait.
  const arrived = () => received.slice(1).map(({ headers }) => headers["webhook-id"]);
  for (const { eventId } of all) await expect.poll(arrived).toContain(eventId);
});

it("so does what is resent of a period, and a repeat that asks to wait again is obeyed", async () => {
  const { endpointId, partnerId, received, dispatcher } = await newHeld();
  const failAll = {
    where: { endpointId },
    data: { status: "failed" as const, nextAttemptAt: null },
  };
  await stand.platform.wiring.core.transact((tx) => tx.webhookDelivery.updateMany(failAll));
  await resendDeliveries(stand.system, { endpointId, which: "failed" });
  await expect.poll(() => received.length).toBeGreaterThan(1);
  await dispatcher.drained();
  const { length } = received;
  await newCustomer(partnerId);
  await dispatcher.drained();
  expect(received).toHaveLength(length);
});

it("another URL does not wait for what the earlier one asked", async () => {
  const { endpointId } = await newHeld();
  const moved = await newReceiver();
  await updateEndpoint(stand.system, { endpointId, url: moved.url });
  await expect.poll(() => moved.received).toHaveLength(2);
});
