import { expect, it } from "vitest";
import { webhookStand } from "../../webhooks/testing/stand";
import { createEndpoint } from "../webhooks/mutations";
import { getEvent, listEvents } from "./browse";

const stand = webhookStand();
const URL = "https://erp.example.com/hooks";
const platformEndpoint = () => {
  const fields = { url: URL, types: ["account.*"], payload: "thin", perSecond: 50 } as const;
  return createEndpoint(stand.system, { partnerId: null, ...fields, types: [...fields.types] });
};

it("operators browse the events of all partners, newest first, each once", async () => {
  const [one, other] = [await stand.platform().newPartner(), await stand.platform().newPartner()];
  for (const { id } of [one, other, one, other, one]) await stand.newCustomer(id);
  const { actor } = await stand.platform().newOperator();
  const ctx = stand.platform().as(actor);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const type = "account.created";
    const page = await listEvents(ctx, { owner: null, type, limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.data.map(({ partner }) => partner.code));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual([one, other, one, other, one].map(({ code }) => code));
});

it("filters them by partner, type and resource", async () => {
  const { id: partnerId, code, name } = await stand.platform().newPartner();
  const { id: subject } = await stand.newCustomer(partnerId);
  await stand.newCustomer((await stand.platform().newPartner()).id);
  const find = async (filter: object) =>
    (await listEvents(stand.system, { owner: null, limit: 100, ...filter })).data;
  expect(await find({ partnerId, type: "account.*" })).toHaveLength(1);
  expect(await find({ subject })).toMatchObject([{ partner: { code, name }, partnerId }]);
  expect(await find({ subject, type: "payout.*" })).toEqual([]);
  expect(await find({ subject, from: new Date(Date.now() + 60_000) })).toEqual([]);
});

it("shows operators the deliveries to the platform's endpoints only", async () => {
  const { partnerId } = await stand.newEndpoint();
  const { id: endpointId } = await platformEndpoint();
  const { id: subject } = await stand.newCustomer(partnerId);
  const [event] = (await listEvents(stand.system, { owner: null, subject, limit: 1 })).data;
  const found = await getEvent(stand.system, { partnerId: null, eventId: event?.id ?? "" });
  expect(found.deliveries).toMatchObject([{ endpointId, url: URL, status: "pending" }]);
  expect(found.event.partner.code).toMatch(/^partner-/);
});

it("a partner's people list their own events only, whatever they filter by", async () => {
  const [one, other] = [await stand.platform().newPartner(), await stand.platform().newPartner()];
  await stand.newCustomer(other.id);
  const { actor } = await stand.platform().newPerson(one, "owner");
  const ctx = stand.platform().as(actor);
  const { data } = await listEvents(ctx, { owner: one.id, partnerId: other.id, limit: 100 });
  expect(data.filter(({ partnerId }) => partnerId !== one.id)).toEqual([]);
  const all = listEvents(ctx, { owner: null, limit: 1 });
  await expect(all).rejects.toMatchObject({ code: "forbidden" });
});
