import { expect, it, onTestFinished } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import { readPlatformFeed } from "../core/events/platform";
import { readFeed } from "../core/events/queries";
import { createPartner } from "../core/partners/mutations";
import { addEndpoint } from "../core/webhooks/testing/endpoint";
import { readEnv } from "../env";
import { openEmbedded } from "../stores/embedded";
import { migrate } from "../stores/migrate";
import { openPostgres } from "../stores/postgres";
import { temporaryFolder } from "../testing/processes";
import { deleteEventsBefore } from "../usage/sweeps";
import { openWiring } from "../wiring";
import { openReceiver } from "./testing/receiver";

it("delivers on the embedded database as soon as a change is committed", async () => {
  const embedded = await openEmbedded({ dataDir: temporaryFolder("webhooks") });
  onTestFinished(embedded.close);
  await migrate(embedded.target);
  const wiring = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent" }),
    postgres: openPostgres(embedded.target),
    secret: "a secret of the tests, long enough to sign with",
    hasOwnServer: true,
  });
  onTestFinished(wiring.close);
  const receiver = await openReceiver();
  onTestFinished(receiver.close);
  const actor = { kind: "system", name: "test" } as const;
  const system = { ...wiring.core, actor, address: null };
  const input = { code: "acme", name: "Acme", revsharePct: 20 };
  const { partner } = await createPartner(system, input);
  const fields = { url: receiver.url, types: ["account.created"], perSecond: 1_000 };
  const { id: endpointId } = await addEndpoint(system, partner.id, fields);
  for (let n = 0; n < 20; n++) {
    const email = `c${n}@example.com`;
    await createCustomer(system, { partnerId: partner.id, email, metadata: {} });
  }
  // And the ping.
  await expect.poll(() => receiver.received).toHaveLength(21);
  await wiring.dispatcher.drained();
  const where = { endpointId, status: "delivered" } as const;
  expect(await wiring.core.db.webhookDelivery.count({ where })).toBe(21);
  // The feeds run on it as well.
  const feed = await readFeed(system, {
    partnerId: partner.id,
    types: ["account.created"],
    limit: 9,
  });
  expect(feed.data.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(
    await readFeed(system, { partnerId: partner.id, after: { sequence: 15 }, limit: 9 }),
  ).toEqual(expect.objectContaining({ nextAfter: 20, hasMore: false }));
  const all = await readPlatformFeed(system, { types: ["account.created"], limit: 100 });
  expect(all.data.map(({ event }) => event.sequence)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  const { deleted } = await deleteEventsBefore(wiring.core.transact, new Date(Date.now() + 60_000));
  expect(deleted).toBe(20);
  const expired = readFeed(system, { partnerId: partner.id, after: { sequence: 15 }, limit: 9 });
  await expect(expired).rejects.toMatchObject({ code: "events_expired" });
  expect(wiring.dispatcher.stats()).toEqual({
    delivered: 21,
    retried: 0,
    failed: 0,
    inFlight: 0,
    unrecorded: 0,
  });
});
