import type { RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { openDispatcher } from "./open";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();
const PLACES = { all: 40, slow: 20, perLook: 20 };
const LOOPBACK = { allowedNetworks: [], allowedPorts: [], mayUseLoopback: true };

const newEndpoints = (answer?: RequestListener) =>
  Promise.all(Array.from({ length: 5 }, () => stand.newEndpoint(answer)));

/** Runs `work` while attempts can't be recorded, and all else works. */
async function whileUnrecordable(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: stand.platform.databaseUrl });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE webhook_attempts IN EXCLUSIVE MODE");
  await work();
  await client.end();
}

it("sends no more while too much of what was sent is not recorded, and then goes on", async () => {
  const endpoints = await newEndpoints();
  const { core } = stand.platform.wiring;
  const dispatcher = openDispatcher(core, LOOPBACK, {
    servingPlaces: PLACES,
    isBusy: () => false,
  });
  const received = () => endpoints.reduce((sum, each) => sum + each.received.length, 0);
  await whileUnrecordable(async () => {
    for (let n = 0; n < 20; n++) {
      for (const { partnerId } of endpoints) await stand.newCustomer(partnerId);
    }
    dispatcher.start();
    await expect.poll(received).toBe(PLACES.all);
    expect(dispatcher.stats().unrecorded).toBe(PLACES.all);
    // Time for a dispatcher that does not keep to it.
    await pause(300);
    expect(received()).toBe(PLACES.all);
  });
  await expect.poll(received).toBe(100);
  await dispatcher.drained();
  expect(dispatcher.stats()).toMatchObject({ delivered: 100, unrecorded: 0 });
  await dispatcher.close();
});

it("begins less while the process that it shares is busy", async () => {
  const endpoints = await newEndpoints(() => {});
  for (let n = 0; n < 20; n++) {
    for (const { partnerId } of endpoints) await stand.newCustomer(partnerId);
  }
  const { core } = stand.platform.wiring;
  let isBusy = true;
  const dispatcher = openDispatcher(core, LOOPBACK, {
    servingPlaces: PLACES,
    isBusy: () => isBusy,
  });
  const received = () => endpoints.reduce((sum, each) => sum + each.received.length, 0);
  dispatcher.start();
  await expect.poll(received).toBe(PLACES.all / 4);
  await pause(300);
  expect(received()).toBe(PLACES.all / 4);
  isBusy = false;
  await expect.poll(received).toBeGreaterThan(PLACES.all / 4);
  await dispatcher.close();
});
