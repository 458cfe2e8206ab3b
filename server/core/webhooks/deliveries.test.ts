import { expect, it } from "vitest";
import { webhookStand } from "../../delivery/testing/stand";
import { firstIdAt, newId } from "../kernel/ids";
import { readActivity } from "./activity";
import { MAX_ATTEMPTS } from "./limits";
import { updateEndpoint } from "./mutations";
import { getDelivery, listDeliveries } from "./queries";
import { resendDeliveries, resendDelivery } from "./resend";

const stand = await webhookStand();
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

type Past = { type: string; hours: number; status: "delivered" | "failed" };

/** An endpoint that sends nothing by itself, with past deliveries. */
async function newLog(past: readonly Past[]) {
  const made = await stand.newEndpoint();
  const { endpointId } = made;
  const data = past.map(({ type, hours, status }) => {
    const createdAt = hoursAgo(hours);
    const eventId = newId("event", createdAt.getTime());
    return { endpointId, eventId, type, status, attempts: 1, testBody: "{}", createdAt };
  });
  await stand.system.transact((tx) => tx.webhookDelivery.createMany({ data }));
  const list = async (query: Partial<Parameters<typeof listDeliveries>[1]> = {}) =>
    (await listDeliveries(stand.system, { endpointId, limit: 100, ...query })).data;
  return { ...made, ids: data.map(({ eventId }) => eventId), list };
}

const PAST: readonly Past[] = [
  { type: "key.created", hours: 5, status: "delivered" },
  { type: "key.revoked", hours: 4, status: "failed" },
  { type: "payout.paid", hours: 3, status: "failed" },
  { type: "key.created", hours: 2, status: "delivered" },
];

it("filters the deliveries by status, type and time", async () => {
  const { list } = await newLog(PAST);
  const types = async (query: Parameters<typeof list>[0]) =>
    (await list(query)).map(({ type }) => type);
  expect(await types({})).toEqual(["key.created", "payout.paid", "key.revoked", "key.created"]);
  expect(await types({ status: "failed" })).toEqual(["payout.paid", "key.revoked"]);
  expect(await types({ type: "key.*" })).toEqual(["key.created", "key.revoked", "key.created"]);
  expect(await types({ type: "key.*", status: "failed" })).toEqual(["key.revoked"]);
  expect(await types({ from: hoursAgo(3.5) })).toEqual(["key.created", "payout.paid"]);
  expect(await types({ from: hoursAgo(4.5), to: hoursAgo(3.5) })).toEqual(["key.revoked"]);
});

it("pages within a filter, and rejects the cursor of another one", async () => {
  const { endpointId } = await newLog(PAST);
  const of = { endpointId, limit: 2, type: "key.*" };
  const first = await listDeliveries(stand.system, of);
  const cursor = first.nextCursor ?? "";
  expect((await listDeliveries(stand.system, { ...of, cursor })).data).toHaveLength(1);
  const elsewhere = listDeliveries(stand.system, { ...of, type: "payout.*", cursor });
  await expect(elsewhere).rejects.toMatchObject({ code: "invalid_request" });
});

it("resends what failed, or all, of a period, and says how many", async () => {
  const { endpointId, list } = await newLog(PAST);
  const pending = async () => (await list({ status: "pending" })).map(({ type }) => type);
  const resend = (range: Omit<Parameters<typeof resendDeliveries>[1], "endpointId">) =>
    resendDeliveries(stand.system, { endpointId, ...range });
  expect(await resend({ which: "failed", from: hoursAgo(3.5) })).toEqual({ count: 1 });
  expect(await pending()).toEqual(["payout.paid"]);
  expect(await resend({ which: "failed" })).toEqual({ count: 1 });
  expect(await pending()).toEqual(["payout.paid", "key.revoked"]);
  expect(await resend({ which: "all", to: hoursAgo(4.5) })).toEqual({ count: 1 });
  expect(await pending()).toEqual(["payout.paid", "key.revoked", "key.created"]);
  expect(await resend({ which: "failed" })).toEqual({ count: 0 });
});

it("resends one range as one entry in the audit log, and an empty one as none", async () => {
  const { endpointId, partnerId } = await newLog(PAST);
  await resendDeliveries(stand.system, { endpointId, which: "failed" });
  await resendDeliveries(stand.system, { endpointId, which: "failed" });
  const where = { partnerId, action: "webhook_endpoint.resent" };
  expect(await stand.system.db.auditEvent.findMany({ where })).toMatchObject([
    { subject: endpointId, detail: { count: 2 } },
  ]);
});

it("refuses to resend more than 10,000 deliveries at once, at the start of the period", async () => {
  const { endpointId, list } = await newLog([]);
  await stand.system.transact(
    (tx) => tx.$executeRaw`
      INSERT INTO webhook_deliveries (endpoint_id, event_id, type, status, created_at)
      SELECT ${endpointId}, ${firstIdAt("event", Date.now()).slice(0, 20)} || n, 'ping', 'failed', now()
      FROM generate_series(10000, 20000) AS n`,
  );
  const all = resendDeliveries(stand.system, { endpointId, which: "failed" });
  await expect(all).rejects.toMatchObject({
    code: "validation_failed",
    details: { issues: [{ path: "from", message: expect.stringContaining("10,000") }] },
  });
  expect(await list({ status: "pending" })).toEqual([]);
});

it("refuses to send more than 100,000 missed events when an endpoint is enabled", async () => {
  const { endpointId, partnerId, list } = await newLog([]);
  await updateEndpoint(stand.system, { endpointId, status: "disabled" });
  await stand.system.transact(
    (tx) => tx.$executeRaw`
      INSERT INTO events (id, partner_id, sequence, type, subject_type, subject_id, data, occurred_at, position)
      SELECT 'evt_' || n, ${partnerId}, n, 'account.created', 'account', 'acc_1', '{}', now(), 1
      FROM generate_series(1, 100001) AS n`,
  );
  const enable = (sendMissed: boolean) =>
    updateEndpoint(stand.system, { endpointId, status: "enabled", sendMissed });
  await expect(enable(true)).rejects.toMatchObject({
    code: "validation_failed",
    details: { issues: [{ path: "", message: expect.stringContaining("100,000") }] },
  });
  expect(await enable(false)).toMatchObject({ status: "enabled" });
  expect(await list()).toEqual([]);
});

it("resends nothing to a disabled endpoint", async () => {
  const { endpointId, ids } = await newLog(PAST);
  await updateEndpoint(stand.system, { endpointId, status: "disabled" });
  const conflict = { code: "conflict" };
  const range = resendDeliveries(stand.system, { endpointId, which: "all" });
  await expect(range).rejects.toMatchObject(conflict);
  const one = resendDelivery(stand.system, { endpointId, eventId: ids[0] ?? "" });
  await expect(one).rejects.toMatchObject(conflict);
});

it("sends nothing again that was sent a hundred times", async () => {
  const { endpointId, ids, list } = await newLog(PAST);
  const [eventId = ""] = ids;
  const where = { endpointId_eventId: { endpointId, eventId } };
  const data = { status: "failed", attempts: MAX_ATTEMPTS } as const;
  await stand.system.transact((tx) => tx.webhookDelivery.update({ where, data }));
  const again = resendDelivery(stand.system, { endpointId, eventId });
  await expect(again).rejects.toMatchObject({ code: "conflict" });
  expect(await resendDeliveries(stand.system, { endpointId, which: "all" })).toEqual({ count: 3 });
  await updateEndpoint(stand.system, { endpointId, status: "disabled" });
  const failing = { where: { id: endpointId }, data: { failingSince: hoursAgo(6) } };
  await stand.system.transact((tx) => tx.webhookEndpoint.update(failing));
  await updateEndpoint(stand.system, { endpointId, status: "enabled", sendMissed: true });
  expect((await list({ status: "failed" })).map((one) => one.eventId)).toEqual([eventId]);
});

it("shows the attempts per hour of the last 24 hours, and the latest delivery", async () => {
  const { endpointId, partnerId } = await newLog(PAST);
  const hour = (hours: number) => new Date(Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS);
  const data = [
    { endpointId, hour: hour(24), succeeded: 100, failed: 100 },
    { endpointId, hour: hour(23), succeeded: 3, failed: 1 },
    { endpointId, hour: hour(0), succeeded: 2, failed: 0 },
  ];
  await stand.system.transact((tx) => tx.webhookHour.createMany({ data }));
  const [activity] = await readActivity(stand.system, { partnerId });
  expect(activity).toMatchObject({ endpointId, succeeded: 5, failed: 1 });
  expect(activity?.hours).toHaveLength(24);
  expect(activity?.hours.at(0)).toEqual({ succeeded: 3, failed: 1 });
  expect(activity?.hours.at(-1)).toEqual({ succeeded: 2, failed: 0 });
  expect(activity?.latest).toMatchObject({ type: "key.created", status: "delivered" });
});

it("keeps the headers of the response, and shows the request's without its signature", async () => {
  const { endpointId, partnerId } = await stand.newEndpoint((_request, response) => {
    response.writeHead(202, { "x-receipt": "r-1", "set-cookie": ["a=1", "b=2"] }).end("queued");
  });
  const dispatcher = stand.startDispatcher();
  await stand.newCustomer(partnerId);
  const status = async () => (await stand.deliveriesOf(endpointId))[0]?.status;
  await expect.poll(status).toBe("delivered");
  await dispatcher.drained();
  const [{ eventId } = { eventId: "" }] = await stand.deliveriesOf(endpointId);
  const { attempts } = await getDelivery(stand.system, { endpointId, eventId });
  expect(attempts[0]?.response).toBe("queued");
  expect(attempts[0]?.responseHeaders).toEqual(
    expect.arrayContaining([
      ["x-receipt", "r-1"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ]),
  );
  const sent = Object.fromEntries(attempts[0]?.requestHeaders ?? []);
  expect(sent).toMatchObject({ "webhook-id": eventId, "content-type": "application/json" });
  expect(sent["webhook-signature"]).not.toMatch(/v1,[A-Za-z0-9+/]/);
});
