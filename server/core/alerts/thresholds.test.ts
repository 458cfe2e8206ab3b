import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { addEndpoint } from "../webhooks/testing/endpoint";
import { evaluateAlerts } from "./evaluate";
import { createAlert, updateAlert } from "./mutations";

const platform = await platformForTests();
const { system } = platform;
const since = (unitMs: number) => new Date(Math.floor(Date.now() / unitMs) * unitMs);

/** Evaluates as if a minute had passed; returns the partner's events since the beginning. */
async function evaluate(partnerId: string): Promise<string[]> {
  await system.transact((tx) => tx.alert.updateMany({ data: { checkedAt: null } }));
  await evaluateAlerts(platform.wiring.core);
  const where = { partnerId, type: { startsWith: "alert." } };
  const rows = await system.db.event.findMany({ where, orderBy: { sequence: "asc" } });
  return rows.map(({ type, data }) => `${type} ${(data as { value: number }).value}`);
}

it("an endpoint's alert is triggered by what its rule says, also at its ends", async () => {
  const { id: partnerId } = await platform.newPartner();
  const { id: endpointId } = await addEndpoint(system, partnerId);
  const deliveries = async (succeeded: number, failed: number) => {
    await system.transact(async (tx) => {
      await tx.webhookHour.deleteMany({ where: { endpointId } });
      const data = { endpointId, hour: since(3_600_000), succeeded, failed };
      await tx.webhookHour.create({ data });
    });
    return evaluate(partnerId);
  };
  const rule = { partnerId, kind: "endpoint_success", target: endpointId } as const;
  const { id: alertId } = await createAlert(system, { ...rule, threshold: 90 });
  // 90% are not fewer than 90%.
  expect(await deliveries(90, 10)).toEqual([]);
  expect(await deliveries(896, 104)).toEqual(["alert.triggered 89"]);
  expect(await deliveries(93, 7)).toEqual(["alert.triggered 89", "alert.resolved 93"]);
  await updateAlert(system, { partnerId, alertId, threshold: 100 });
  expect((await deliveries(199, 1)).slice(2)).toEqual(["alert.triggered 99"]);
  expect(await evaluate(partnerId)).toHaveLength(3);
  expect((await deliveries(200, 0)).slice(3)).toEqual(["alert.resolved 100"]);
});

it("a resolved alert doesn't report a value that would trigger it", async () => {
  const partner = await platform.newPartner();
  const { id: keyId, partnerId } = (await platform.newKey(partner, { label: "Shop" })).key;
  const limited = { partnerId, kind: "rate_limited_share", target: keyId } as const;
  await createAlert(system, { ...limited, threshold: 1 });
  const calls = async (succeeded: number, rateLimited: number) => {
    await system.transact(async (tx) => {
      await tx.keyUsage.deleteMany({ where: { keyId } });
      const data = { keyId, minute: since(60_000), succeeded, rateLimited };
      await tx.keyUsage.create({ data });
    });
    return evaluate(partnerId);
  };
  expect(await calls(990, 10)).toEqual(["alert.triggered 1"]);
  expect(await calls(993, 7)).toEqual(["alert.triggered 1", "alert.resolved 0"]);
});
