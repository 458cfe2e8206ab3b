import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { revokeKey } from "../keys/mutations";
import { listNotifications } from "../notifications/queries";
import { notifyOfAll } from "../notifications/testing/notify-of-all";
import { terminatePartner } from "../partners/mutations";
import { deleteEndpoint } from "../webhooks/mutations";
import { addEndpoint } from "../webhooks/testing/endpoint";
import { evaluateAlerts } from "./evaluate";
import { createAlert, deleteAlert } from "./mutations";
import { ALERT_NOTIFICATIONS } from "./notifications";
import type { AlertKind } from "./titles";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const platform = await platformForTests();
const { system } = platform;

it("doesn't say that deliveries succeed or requests arrive if there are none any more", () => {
  const { message } = ALERT_NOTIFICATIONS["alert.resolved"];
  const partner = { code: "acme", name: "Acme" };
  const paragraphsOf = (kind: AlertKind, value: number) => {
    const data = { kind, target: "x", threshold: 50, rule: "A rule", value };
    const details = { ended: null, isDeleted: false };
    return message({ data, partner, subjectId: "alert_x", details, by: null }).paragraphs;
  };
  // The values of no deliveries and no requests.
  expect(paragraphsOf("endpoint_success", 100)).toEqual(["The alert stays active."]);
  expect(paragraphsOf("error_share", 0)).toEqual(["The alert stays active."]);
  expect(paragraphsOf("no_traffic", 0)).toEqual(["The alert stays active."]);
  expect(paragraphsOf("rate_limited_share", 7)).toEqual(["Currently 7%. The alert stays active."]);
});

/** Evaluates as if a minute had passed; returns how many alerts are triggered. */
async function evaluate(): Promise<number> {
  await system.transact((tx) => tx.alert.updateMany({ data: { checkedAt: null } }));
  await evaluateAlerts(platform.wiring.core);
  return system.db.alert.count({ where: { firedAt: { not: null } } });
}

/** The messages that people got about resolved alerts. */
async function resolvedMessages(): Promise<Record<string, string>> {
  await notifyOfAll(platform);
  const rows = await system.db.notification.findMany({ where: { type: "alert.resolved" } });
  const messages = rows.map(({ message }) => message as { subject: string; paragraphs: string[] });
  return Object.fromEntries(
    messages.map(({ subject, paragraphs }) => [subject, paragraphs.join(" ")]),
  );
}

it("a resolved alert says that it stays active only if it can be triggered again", async () => {
  const { id: partnerId } = await platform.newPartner();
  const shop = (await platform.newKey({ id: partnerId }, { label: "Shop" })).key.id;
  const till = (await platform.newKey({ id: partnerId }, { label: "Till" })).key.id;
  const { id: endpointId } = await addEndpoint(system, partnerId);
  for (const rule of [
    { kind: "no_traffic", target: null },
    { kind: "no_traffic", target: till },
    { kind: "rate_limited_share", target: shop },
    { kind: "endpoint_success", target: endpointId },
  ] as const) {
    await createAlert(system, { partnerId, ...rule, threshold: 1 });
  }
  const now = Date.now();
  const [minute, hour] = [new Date(now - (now % MINUTE_MS)), new Date(now - (now % HOUR_MS))];
  await system.transact(async (tx) => {
    await tx.keyUsage.create({ data: { keyId: shop, minute, rateLimited: 50 } });
    await tx.webhookHour.create({ data: { endpointId, hour, succeeded: 0, failed: 50 } });
    await tx.alert.updateMany({ data: { createdAt: new Date(now - 3 * HOUR_MS) } });
  });
  expect(await evaluate()).toBe(4);
  await revokeKey(system, { keyId: till, after: "now" });
  await deleteEndpoint(system, { endpointId, isExpected: undefined });
  await terminatePartner(system, { partnerId, reason: "Contract ended" });
  await system.transact(async (tx) => {
    await tx.keyUsage.deleteMany();
    await tx.webhookHour.deleteMany();
  });
  expect(await evaluate()).toBe(0);
  expect(await resolvedMessages()).toEqual({
    "Resolved: Fewer than 1% of deliveries to a deleted endpoint succeed":
      "The endpoint was deleted, so the alert can't be triggered again.",
    "Resolved: No requests from any key for 1 hour":
      "The account was terminated, so the alert can't be triggered again.",
    "Resolved: No requests from Till for 1 hour":
      "The key was revoked, so the alert can't be triggered again.",
    // Its reads may still be rate limited.
    "Resolved: At least 1% of requests from Shop are rate limited": "The alert stays active.",
  });
});

it("the team reads that a triggered alert was deleted, except who did it", async () => {
  const partner = await platform.newPartner();
  const { id: partnerId } = partner;
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
  const viewer = platform.as((await platform.newPerson(partner, "viewer")).actor);
  const { key } = await platform.newKey(partner, { label: "Shop" });
  const rule = { kind: "rate_limited_share", target: key.id, threshold: 1 } as const;
  const { id: alertId } = await createAlert(system, { partnerId, ...rule });
  const minute = new Date(Date.now() - (Date.now() % MINUTE_MS));
  await system.transact((tx) =>
    tx.keyUsage.create({ data: { keyId: key.id, minute, rateLimited: 50 } }),
  );
  expect(await evaluate()).toBe(1);
  await deleteAlert(owner, { partnerId, alertId });
  await notifyOfAll(platform);
  const textsOf = async (ctx: typeof owner) =>
    (await listNotifications(ctx, { limit: 10 })).data.map(
      ({ title, text }) => `${title}: ${text}`,
    );
  const deleted =
    "Alert deleted: At least 1% of requests from Shop are rate limited: It was triggered, and was deleted before it was resolved.";
  expect(await textsOf(viewer)).toContain(deleted);
  expect(await textsOf(owner)).not.toContain(deleted);
});
