import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import { rotateEndpointSecret, updateEndpoint } from "../core/webhooks/mutations";
import { answering } from "./testing/receiver";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();
const { startDispatcher, sendFirst, newReceiver, newEndpoint, newCustomer, deliveriesOf, makeDue } =
  stand;
const HOUR_MS = 3_600_000;

/** Runs `work` while the database accepts no connection. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const url = new URL(stand.platform.databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = "/postgres";
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const allow = (isAllowed: boolean) =>
    admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${isAllowed}`);
  try {
    await allow(false);
    const others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
    await admin.query(others, [name]);
    await work();
  } finally {
    await allow(true);
    await admin.end();
  }
}

it("a database that is away delays deliveries, and none is lost or sent twice", async () => {
  const respond: (() => void)[] = [];
  const { partnerId, endpointId, received } = await newEndpoint((_, response) => {
    respond.push(() => void response.writeHead(204).end());
  });
  const dispatcher = startDispatcher();
  // Ten are in flight, two are due.
  for (let n = 0; n < 12; n++) await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(10);
  await withoutDatabase(async () => {
    for (const each of respond) each();
    // Until attempts to record have failed.
    await expect.poll(() => dispatcher.stats().inFlight).toBe(0);
    await pause(1_500);
    expect(received).toHaveLength(10);
  });
  await expect.poll(() => received).toHaveLength(12);
  for (const each of respond.slice(10)) each();
  const statuses = async () => (await deliveriesOf(endpointId)).map(({ status }) => status);
  await expect.poll(statuses).toEqual(Array.from({ length: 12 }, () => "delivered"));
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(12);
});

it.each([
  ["ahead of", HOUR_MS],
  ["behind", -HOUR_MS],
])("delivers at once with a process whose clock is %s the database's", async (_, offMs) => {
  const { partnerId, received } = await newEndpoint();
  const { core } = stand.platform.wiring;
  const clock = { now: () => new Date(Date.now() + offMs) };
  startDispatcher({ ...core, clock });
  const email = `clock${offMs}@example.com`;
  await createCustomer({ ...stand.system, clock }, { partnerId, email, metadata: {} });
  await expect.poll(() => received).toHaveLength(1);
});

it("the next attempt uses the URL and the secrets of then", async () => {
  const { partnerId, endpoint, endpointId, received } = await newEndpoint(answering(500));
  await sendFirst({ partnerId, received });
  const moved = await newReceiver();
  await updateEndpoint(stand.system, { endpointId, url: moved.url });
  const rotated = await rotateEndpointSecret(stand.system, { endpointId });
  await makeDue(endpointId);
  await expect.poll(() => moved.received).toHaveLength(1);
  expect(received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: "" }] = moved.received;
  for (const { secret } of [endpoint, rotated]) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  }
});

it("what arrived while its endpoint was being disabled is recorded as delivered", async () => {
  const respond: (() => void)[] = [];
  const { partnerId, endpointId, received } = await newEndpoint((_, response) => {
    respond.push(() => void response.writeHead(204).end());
  });
  const dispatcher = startDispatcher();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  await updateEndpoint(stand.system, { endpointId, status: "disabled" });
  expect(await deliveriesOf(endpointId)).toMatchObject([{ status: "failed" }]);
  for (const each of respond) each();
  await dispatcher.drained();
  expect(await deliveriesOf(endpointId)).toMatchObject([{ status: "delivered", attempts: 1 }]);
});

it("the largest event arrives whole", async () => {
  const { partnerId, endpoint, received } = await newEndpoint(undefined, { payload: "snapshot" });
  startDispatcher();
  const text = "\u8a9e".repeat(500);
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, text]));
  await createCustomer(stand.system, { partnerId, email: "large@example.com", metadata });
  await expect.poll(() => received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  expect(Number(headers["content-length"])).toBeGreaterThan(75_000);
  const event = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
  expect(event).toMatchObject({ data: { metadata } });
});

it("a hundred thousand deliveries of one endpoint are begun ten at a time", async () => {
  const { partnerId, endpointId, received } = await newEndpoint(() => {});
  await newCustomer(partnerId);
  await stand.system.transact(
    (tx) => tx.$executeRaw`
      INSERT INTO webhook_deliveries (endpoint_id, event_id, type, test_body, next_attempt_at, created_at)
      SELECT ${endpointId}, 'evt_' || n, 'ping', '{}', now(), now() FROM generate_series(1, 100000) n`,
  );
  const heapBefore = process.memoryUsage().heapUsed;
  const dispatcher = startDispatcher();
  await expect.poll(() => received).toHaveLength(10);
  await pause(1_200);
  expect(dispatcher.stats().inFlight).toBe(10);
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(50 * 2 ** 20);
  await stand.system.transact(
    (tx) => tx.$executeRaw`DELETE FROM webhook_deliveries WHERE endpoint_id = ${endpointId}`,
  );
});
