import { expect, it } from "vitest";
import { webhookStand } from "../../delivery/testing/stand";
import { CUSTOMER_EVENTS } from "../customers/events";
import { event } from "../kernel/event";
import { wholeList } from "../kernel/whole-list";
import { PAYOUT_EVENTS } from "../payouts/events";
import { addEndpoint } from "../webhooks/testing/endpoint";
import { getEvent, listEvents } from "./browse";

const stand = await webhookStand();
const platformEndpoint = () => addEndpoint(stand.system, null, { types: ["account.*"] });

it("operators browse the events of all partners, newest first, each once", async () => {
  const [one, other] = [await stand.platform.newPartner(), await stand.platform.newPartner()];
  for (const { id } of [one, other, one, other, one]) await stand.newCustomer(id);
  const { actor } = await stand.platform.newOperator();
  const ctx = stand.platform.as(actor);
  const query = { owner: null, type: "account.created" };
  const seen = await wholeList((page) => listEvents(ctx, { ...query, ...page }), 2);
  const codes = [one, other, one, other, one].map(({ code }) => code);
  expect(seen.map(({ partner }) => partner.code)).toEqual(codes);
});

it("filters them by partner, type and resource", async () => {
  const { id: partnerId, code, name } = await stand.platform.newPartner();
  const { id: subject } = await stand.newCustomer(partnerId);
  await stand.newCustomer((await stand.platform.newPartner()).id);
  const find = async (filter: object) =>
    (await listEvents(stand.system, { owner: null, limit: 100, ...filter })).data;
  expect(await find({ partnerId, type: "account.*" })).toHaveLength(1);
  expect(await find({ subject })).toMatchObject([{ partner: { code, name }, partnerId }]);
  expect(await find({ subject, type: "payout.*" })).toEqual([]);
  expect(await find({ subject, from: new Date(Date.now() + 60_000) })).toEqual([]);
  const subjectsOf = async (filter: object) =>
    (await find({ type: "account.*", ...filter })).map((one) => one.subject.id);
  expect(await subjectsOf({ from: new Date(Date.now() - 60_000) })).toContain(subject);
  expect(await subjectsOf({ to: new Date(Date.now() + 60_000) })).toContain(subject);
  expect(await subjectsOf({ from: new Date(Date.now() + 60_000) })).toEqual([]);
  expect(await subjectsOf({ to: new Date(Date.now() - 60_000) })).toEqual([]);
});

it("shows operators the deliveries to the platform's endpoints only", async () => {
  const { partnerId } = await stand.newEndpoint();
  const { id: endpointId, url } = await platformEndpoint();
  const { id: subject } = await stand.newCustomer(partnerId);
  const [event] = (await listEvents(stand.system, { owner: null, subject, limit: 1 })).data;
  const found = await getEvent(stand.system, { partnerId: null, eventId: event?.id ?? "" });
  expect(found.deliveries).toMatchObject([{ endpointId, url, status: "pending" }]);
  expect(found.event.partner.code).toMatch(/^partner-/);
});

it("a partner's people list their own events only, whatever they filter by", async () => {
  const [one, other] = [await stand.platform.newPartner(), await stand.platform.newPartner()];
  await stand.newCustomer(other.id);
  const { actor } = await stand.platform.newPerson(one, "owner");
  const ctx = stand.platform.as(actor);
  const { data } = await listEvents(ctx, { owner: one.id, partnerId: other.id, limit: 100 });
  expect(data.filter(({ partnerId }) => partnerId !== one.id)).toEqual([]);
  const all = listEvents(ctx, { owner: null, limit: 1 });
  await expect(all).rejects.toMatchObject({ code: "forbidden" });
});

/** A partner with three customers and a paid payout, in this order. */
async function newStory() {
  const partner = await stand.platform.newPartner();
  const write = (fact: Parameters<typeof event>) =>
    stand.system.transact(async (_, { emit }) => emit(partner.id, event(...fact)));
  for (const subject of ["acc_1", "acc_2", "acc_3"]) {
    await write([CUSTOMER_EVENTS["account.created"], { subject, data: { externalId: null } }]);
  }
  const data = { period: "2026-10", currency: "EUR", amount: 1, reference: "R" };
  await write([PAYOUT_EVENTS["payout.paid"], { subject: "po_1", data }]);
  const list = async (query: Partial<Parameters<typeof listEvents>[1]> = {}) =>
    (await listEvents(stand.system, { owner: partner.id, limit: 10, ...query })).data;
  const subjects = async (query: Parameters<typeof list>[0] = {}) =>
    (await list(query)).map(({ subject }) => subject.id);
  return { partnerId: partner.id, partner, list, subjects };
}

it("lists a partner's events newest first, page by page", async () => {
  const { partnerId, subjects } = await newStory();
  expect(await subjects()).toEqual(["po_1", "acc_3", "acc_2", "acc_1"]);
  const first = await listEvents(stand.system, { owner: partnerId, limit: 3 });
  expect(first.data.map(({ sequence }) => sequence)).toEqual([4, 3, 2]);
  const cursor = first.nextCursor ?? "";
  const last = await listEvents(stand.system, { owner: partnerId, limit: 3, cursor });
  expect(last.data.map(({ sequence }) => sequence)).toEqual([1]);
  expect(last.nextCursor).toBeNull();
});

it("filters by type, by pattern, by subject and by time", async () => {
  const { subjects, list } = await newStory();
  expect(await subjects({ type: "payout.paid" })).toEqual(["po_1"]);
  expect(await subjects({ type: "account.*" })).toEqual(["acc_3", "acc_2", "acc_1"]);
  expect(await subjects({ type: "account.*", limit: 2 })).toEqual(["acc_3", "acc_2"]);
  expect(await subjects({ type: "*" })).toHaveLength(4);
  expect(await subjects({ subject: "acc_2" })).toEqual(["acc_2"]);
  expect(await subjects({ type: "payout.*", subject: "acc_2" })).toEqual([]);
  const [{ occurredAt } = { occurredAt: new Date() }] = await list();
  const later = new Date(occurredAt.getTime() + 1);
  expect(await subjects({ from: later })).toEqual([]);
  expect(await subjects({ from: new Date(0), to: later })).toHaveLength(4);
});

it("hides events that retention counts as deleted", async () => {
  const { partnerId, subjects } = await newStory();
  await stand.system.transact((tx) =>
    tx.eventCounter.update({ where: { partnerId }, data: { expiredThrough: 2 } }),
  );
  expect(await subjects()).toEqual(["po_1", "acc_3"]);
  expect(await subjects({ type: "account.*" })).toEqual(["acc_3"]);
});

it("shows an event as the feed returns it, with the deliveries to the partner's own endpoints", async () => {
  const { partner, partnerId, list } = await newStory();
  const own = await addEndpoint(stand.system, partnerId, { types: ["key.*"] });
  await addEndpoint(stand.system, partnerId, { types: ["payout.*"] });
  await addEndpoint(stand.system, null);
  await stand.platform.newKey(partner);
  const [latest] = await list();
  const eventId = latest?.id ?? "";
  const {
    event: shown,
    json,
    deliveries,
  } = await getEvent(stand.system, {
    partnerId,
    eventId,
  });
  expect(shown).toEqual(latest);
  expect(JSON.parse(json)).toMatchObject({ id: eventId, type: "key.created", sequence: 5 });
  expect(deliveries).toMatchObject([{ endpointId: own.id, eventId, status: "pending" }]);
});

it("does not find another partner's event", async () => {
  const [mine, theirs] = [await newStory(), await newStory()];
  const [latest] = await theirs.list();
  const foreign = getEvent(stand.system, {
    partnerId: mine.partnerId,
    eventId: latest?.id ?? "",
  });
  await expect(foreign).rejects.toMatchObject({ code: "not_found" });
});
