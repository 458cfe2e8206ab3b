import { expect, it } from "vitest";
import type { Core } from "../core/kernel/actor";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();

/** A core that counts its reads and transactions. */
function counted(core: Core) {
  const count = { statements: 0 };
  const db = new Proxy(core.db, {
    get: (target, name) => {
      count.statements += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const transact: Core["transact"] = (run) => {
    count.statements += 3;
    return core.transact(run);
  };
  return { core: { ...core, db, transact }, count };
}

it("without endpoints, events cause no query, and an idle process asks once a second", async () => {
  const { core, count } = counted(stand.platform.wiring.core);
  const partner = await stand.platform.newPartner();
  const startedMs = performance.now();
  const dispatcher = stand.startDispatcher(core);
  await dispatcher.drained();
  for (let n = 0; n < 50; n++) await stand.newCustomer(partner.id);
  await dispatcher.drained();
  // One at the start, and one when the signal listens.
  expect(count.statements).toBeLessThanOrEqual(2 + (performance.now() - startedMs) / 1_000);
  const { partnerId, received } = await stand.newEndpoint();
  await stand.newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
});

it("a busy process delivers all the same, with fewer statements", async () => {
  const { core, count } = counted(stand.platform.wiring.core);
  const { partnerId, received } = await stand.newEndpoint();
  const dispatcher = stand.startDispatcher(core, { isBusy: () => true });
  await stand.newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  await dispatcher.drained();
  count.statements = 0;
  const startedMs = performance.now();
  for (let n = 0; n < 40; n++) await stand.newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(41);
  await dispatcher.drained();
  // Every 100 ms a look, and every 200 ms a transaction that records the attempts.
  const passedMs = performance.now() - startedMs;
  expect(count.statements).toBeLessThanOrEqual(2 + passedMs / 100 + 3 * (2 + passedMs / 200));
});
