import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { createWebhookSecrets } from "../auth/webhook-secrets";
import { setKeyLimit } from "../core/keys/mutations";
import {
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from "../core/webhooks/mutations";
import { getEndpoint } from "../core/webhooks/queries";
import { resealWebhookSecrets } from "../core/webhooks/reseal";
import { resendDelivery } from "../core/webhooks/resend";
import { answering } from "./testing/receiver";
import { firstOf, SECRET, webhookStand } from "./testing/stand";

const stand = await webhookStand();
const { startDispatcher, sendFirst, newReceiver, newEndpoint, newCustomer, deliveriesOf, makeDue } =
  stand;

it("delivers an event once, signed, with the text of the feed", async () => {
  const { partnerId, endpoint, endpointId, received } = await newEndpoint();
  const dispatcher = startDispatcher();
  const customer = await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  await dispatcher.drained();
  const { headers, body } = firstOf(received);
  const event = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
  expect(event).toMatchObject({
    id: headers["webhook-id"],
    type: "account.created",
    partner_id: partnerId,
    sequence: 1,
    subject: { type: "account", id: customer.id, url: `/accounts/${customer.id}` },
  });
  expect(await deliveriesOf(endpointId)).toMatchObject([
    { eventId: headers["webhook-id"], status: "delivered", attempts: 1, lastStatus: 204 },
  ]);
  const { failingSince, lastSuccessAt } = await getEndpoint(stand.system, { endpointId });
  expect({ failingSince, lastSuccessAt }).toEqual({
    failingSince: null,
    lastSuccessAt: expect.any(Date),
  });
});

it("sends only what the endpoint asked for, and nothing of other partners", async () => {
  const { partner, partnerId, received } = await newEndpoint(undefined, { types: ["key.created"] });
  const other = await newEndpoint(undefined, { types: ["*"] });
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  const { key } = await stand.platform.newKey(partner);
  await setKeyLimit(stand.system, { keyId: key.id, perMinute: 500 });
  await expect.poll(() => received).toHaveLength(1);
  await dispatcher.drained();
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(["key.created"]);
  expect(other.received).toEqual([]);
});

it("sends the events of all partners to the platform's endpoint", async () => {
  const receiver = await newReceiver();
  const { id: endpointId } = await createEndpoint(stand.system, {
    partnerId: null,
    url: receiver.url,
    types: ["account.created"],
    payload: "snapshot",
    perSecond: 50,
  });
  const dispatcher = startDispatcher();
  const partners = [await stand.platform.newPartner(), await stand.platform.newPartner()];
  const made = [];
  for (const { id } of partners) made.push(await newCustomer(id));
  // And its ping.
  await expect.poll(() => receiver.received).toHaveLength(3);
  await dispatcher.drained();
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  const events = bodies.filter(({ type }) => type === "account.created");
  expect(events.map(({ partner_id }) => partner_id).sort()).toEqual(
    partners.map(({ id }) => id).sort(),
  );
  // A snapshot is the object as its endpoint returns it.
  expect(events.map(({ data }) => data.email).sort()).toEqual(
    made.map(({ email }) => email).sort(),
  );
  await deleteEndpoint(stand.system, { endpointId });
});

it("retries a failed delivery with the same id until it succeeds", async () => {
  const statuses = [500, 302, 204];
  const { partnerId, endpointId, received } = await newEndpoint((_, response) => {
    response.writeHead(statuses.shift() ?? 204).end("no");
  });
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  for (let attempts = 1; attempts <= 3; attempts++) {
    await expect.poll(() => received).toHaveLength(attempts);
    await dispatcher.drained();
    const [delivery] = await deliveriesOf(endpointId);
    expect(delivery).toMatchObject({
      attempts,
      status: attempts < 3 ? "pending" : "delivered",
      lastStatus: [500, 302, 204][attempts - 1],
    });
    await makeDue(endpointId);
  }
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  const attempts = await stand.system.db.webhookAttempt.findMany({ where: { endpointId } });
  expect(attempts.map(({ status, response }) => [status, response])).toEqual([
    [500, "no"],
    [302, "no"],
    [204, ""],
  ]);
});

it("sends nothing before the end of a Retry-After, also no other event", async () => {
  const { partnerId, endpointId, received } = await newEndpoint((_, response) => {
    response.writeHead(429, { "retry-after": "3600" }).end();
  });
  const dispatcher = await sendFirst({ partnerId, received });
  await newCustomer(partnerId);
  await dispatcher.drained();
  expect(received).toHaveLength(1);
  const row = await stand.system.db.webhookEndpoint.findUnique({ where: { id: endpointId } });
  const heldMs = (row?.heldUntil?.getTime() ?? 0) - Date.now();
  expect(Math.abs(heldMs - 3_600_000)).toBeLessThan(60_000);
});

it("410 disables the endpoint, and notifies its partner by an event", async () => {
  const { partnerId, endpointId, received } = await newEndpoint(answering(410));
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  const status = () => getEndpoint(stand.system, { endpointId });
  await expect.poll(status).toMatchObject({ status: "disabled", disabledReason: "gone" });
  await newCustomer(partnerId);
  await dispatcher.drained();
  expect(received).toHaveLength(1);
  const gone = { status: "failed", attempts: 1, lastStatus: 410 };
  expect(await deliveriesOf(endpointId)).toEqual([expect.objectContaining(gone)]);
  const events = await stand.system.db.event.findMany({ where: { partnerId } });
  expect(events.map(({ type }) => type)).toContain("webhook_endpoint.disabled");
});

it("an endpoint that is enabled again gets what it missed, if that is wanted", async () => {
  let isDown = true;
  const { partnerId, endpointId, received } = await newEndpoint((_, response) => {
    response.writeHead(isDown ? 500 : 204).end();
  });
  const dispatcher = await sendFirst({ partnerId, received });
  const update = (input: object) => updateEndpoint(stand.system, { endpointId, ...input });
  await update({ status: "disabled" });
  expect(await deliveriesOf(endpointId)).toMatchObject([{ status: "failed" }]);
  await newCustomer(partnerId);
  isDown = false;
  await update({ status: "enabled", sendMissed: true });
  await expect.poll(() => received).toHaveLength(3);
  await dispatcher.drained();
  const deliveries = await deliveriesOf(endpointId);
  expect(deliveries.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
});

it("sends a delivery again on request, with the same id", async () => {
  const { partnerId, endpointId, received } = await newEndpoint();
  await sendFirst({ partnerId, received });
  const [{ eventId } = { eventId: "" }] = await deliveriesOf(endpointId);
  await resendDelivery(stand.system, { endpointId, eventId });
  await expect.poll(() => received).toHaveLength(2);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([eventId]));
});

it("signs with both secrets while one is rotated", async () => {
  const { partnerId, endpoint, endpointId, received } = await newEndpoint();
  const rotated = await rotateEndpointSecret(stand.system, { endpointId });
  startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  const { headers, body } = firstOf(received);
  for (const { secret } of [endpoint, rotated]) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  }
});

it("an endpoint that is deleted while a request is in flight disturbs nothing", async () => {
  let respond = () => {};
  const { partnerId, endpointId, received } = await newEndpoint((_, response) => {
    respond = () => void response.writeHead(500).end();
  });
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  await deleteEndpoint(stand.system, { endpointId });
  respond();
  await dispatcher.drained();
  expect(dispatcher.stats()).toMatchObject({ retried: 1, inFlight: 0 });
});

it("secrets are sealed anew when NEXTAUTH_SECRET is replaced, and stay the same", async () => {
  const { partnerId, endpoint, endpointId, received } = await newEndpoint();
  const rotated = await rotateEndpointSecret(stand.system, { endpointId });
  const { core } = stand.platform.wiring;
  const secrets = createWebhookSecrets(["the secret that replaces it in the tests", SECRET]);
  const renewed = { ...core, webhooks: { ...core.webhooks, secrets } };
  expect(await resealWebhookSecrets(renewed)).toBeGreaterThanOrEqual(1);
  expect(await resealWebhookSecrets(renewed)).toBe(0);
  const only = createWebhookSecrets(["the secret that replaces it in the tests"]);
  startDispatcher({ ...core, webhooks: { ...core.webhooks, secrets: only } });
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  const { headers, body } = firstOf(received);
  for (const { secret } of [endpoint, rotated]) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  }
});
