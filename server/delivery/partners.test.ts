import { expect, it } from "vitest";
import { readFeed } from "../core/events/queries";
import { setPartnerStatus, terminatePartner } from "../core/partners/mutations";
import { removeMember } from "../core/team/members";
import { updateEndpoint } from "../core/webhooks/mutations";
import { listEndpoints } from "../core/webhooks/queries";
import { addEndpoint } from "../core/webhooks/testing/endpoint";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();
const { startDispatcher, newEndpoint, newCustomer, newReceiver } = stand;

it("a suspended partner's webhooks go on, and report the suspension and the termination, as its feed does", async () => {
  const { partnerId, received } = await newEndpoint(undefined, { types: ["*"] });
  startDispatcher();
  const suspended = { partnerId, status: "suspended" as const, reason: "Unpaid invoices" };
  await setPartnerStatus(stand.system, suspended);
  await newCustomer(partnerId);
  await setPartnerStatus(stand.system, { partnerId, status: "active" });
  await terminatePartner(stand.system, { partnerId, reason: "Contract ended" });
  await expect.poll(() => received).toHaveLength(4);
  const sent = received.map(({ body }) => JSON.parse(body));
  const { data: feed } = await readFeed(stand.system, { partnerId, limit: 9 });
  const types = [
    "partner.suspended",
    "account.created",
    "partner.reactivated",
    "partner.terminated",
  ];
  expect(sent.map(({ type }) => type).sort()).toEqual(types.toSorted());
  expect(feed.map(({ type }) => type)).toEqual(types);
  const sentEvent = sent.find(({ type }) => type === "partner.suspended");
  expect(sentEvent.data).toEqual({ reason: "Unpaid invoices" });
});

it("the endpoints of a removed member stay the partner's, and get their events", async () => {
  const { newPartner, newPerson, as, actorOf } = stand.platform;
  const partner = await newPartner();
  const owner = await newPerson(partner, "owner");
  const developer = await newPerson(partner, "developer");
  const { received, url } = await newReceiver();
  const partnerId = partner.id;
  const fields = { url, types: ["account.*"] };
  const { id: endpointId } = await addEndpoint(as(developer.actor), partnerId, fields);
  const { actor } = developer;
  await removeMember(as(owner.actor), { userId: actor.kind === "user" ? actor.userId : "" });
  await expect(actorOf(developer.sessionId)).rejects.toThrow();
  startDispatcher();
  await newCustomer(partnerId);
  // And the ping.
  await expect.poll(() => received).toHaveLength(2);
  const { data: endpoints } = await listEndpoints(as(owner.actor), { partnerId, limit: 9 });
  expect(endpoints.map(({ id }) => id)).toEqual([endpointId]);
  const update = { endpointId, description: "the shop's" };
  expect(await updateEndpoint(as(owner.actor), update)).toMatchObject({
    description: "the shop's",
  });
});
