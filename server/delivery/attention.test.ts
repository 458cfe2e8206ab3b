import { expect, it } from "vitest";
import { createAlert } from "../core/alerts/mutations";
import { listAlerts } from "../core/alerts/queries";
import { setKeyExpiry } from "../core/keys/edit";
import { issueKey, revokeKey, rotateKey } from "../core/keys/mutations";
import { sweepKeys } from "../core/keys/notices";
import { searchKeys } from "../core/keys/search";
import { listNotifications } from "../core/notifications/queries";
import { resolveNotifications } from "../core/notifications/resolve";
import { notifyOfAll } from "../core/notifications/testing/notify-of-all";
import { deleteOldNotifications } from "../core/notifications/upkeep";
import type { Partner } from "../core/partners/schema";
import { markPayout } from "../core/payouts/mutations";
import { markTransfers } from "../core/transfers/mutations";
import { listFailed } from "../core/transfers/queries";
import { disableEndpoint, updateEndpoint } from "../core/webhooks/mutations";
import { brokenEndpoints } from "../core/webhooks/queries";
import { addEndpoint } from "../core/webhooks/testing/endpoint";
import { platformForTests, steppingClock } from "../testing/platform";
import { newPayout, newTransfer } from "../trpc/testing/scene";
import { warnOfFailing } from "./upkeep";

const DAY_MS = 86_400_000;
const clock = steppingClock();
const platform = await platformForTests({ clock });

const after = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

/** What the overview lists under "Needs attention" of what people are notified of. */
async function onOverview({ id: partnerId }: Partner): Promise<string[]> {
  const page = { partnerId, limit: 100 } as const;
  const expiring = { which: "expiring", state: "active", sort: "expires" } as const;
  const keys = await searchKeys(platform.system, { ...page, ...expiring });
  const endpoints = await brokenEndpoints(platform.system, { partnerId });
  const failed = await listFailed(platform.system, { partnerId, limit: 100 });
  const alerts = await listAlerts(platform.system, { partnerId });
  const triggered = alerts.filter(({ firedAt }) => firedAt !== null);
  const money = [...failed.transfers.data, ...failed.payouts.data];
  const all = [...keys.data, ...endpoints.data, ...money, ...triggered];
  return all.map(({ id }) => id).sort();
}

/** The subjects of the notifications that need attention. */
async function inBell({ id: partnerId }: Partner): Promise<string[]> {
  const rows = await platform.system.db.notification.findMany({
    where: { partnerId, isOpen: true },
    select: { subjectId: true },
  });
  return [...new Set(rows.map(({ subjectId }) => subjectId))].sort();
}

/** How the recipients of a type are mailed. */
async function mailOf(type: string): Promise<string[]> {
  const { db } = platform.system;
  const ids = (await db.notification.findMany({ where: { type } })).map(({ id }) => id);
  const where = { notificationId: { in: ids } };
  return (await db.notificationRecipient.findMany({ where })).map(({ mail }) => mail);
}

/** All that processes do as time passes, and that the two agree then. */
async function settle(partner: Partner): Promise<string[]> {
  const { core } = platform.wiring;
  await sweepKeys(core);
  await warnOfFailing(core);
  await notifyOfAll(platform);
  await resolveNotifications(core);
  await deleteOldNotifications(core);
  const shown = await onOverview(partner);
  expect(await inBell(partner)).toEqual(shown);
  return shown;
}

async function newEndpoint(partner: Partner, failingSince: Date | null) {
  const { id } = await addEndpoint(platform.system, partner.id, { types: ["price.changed"] });
  // A delivery that is due would be tried before anybody is warned.
  await platform.system.transact((tx) => tx.webhookDelivery.deleteMany());
  await setFailing(id, failingSince);
  return id;
}
const setFailing = (id: string, failingSince: Date | null) =>
  platform.system.transact((tx) =>
    tx.webhookEndpoint.update({ where: { id }, data: { failingSince } }),
  );

it("the overview and the notifications agree on what needs attention, day by day", async () => {
  const partner = await platform.newPartner();
  await platform.newPerson(partner, "owner");
  const { system } = platform;
  const newKey = async (days: number | null) => {
    const expiresAt = days === null ? null : after(days);
    const input = { partnerId: partner.id, label: `${days}`, scopes: [], expiresAt };
    return (await issueKey(system, input)).key.id;
  };
  const [never, month, week, day] = [
    await newKey(null),
    await newKey(40),
    await newKey(10),
    await newKey(1),
  ];
  const failing = await newEndpoint(partner, after(0));
  const recovering = await newEndpoint(partner, after(0));
  const disabled = await newEndpoint(partner, after(-6));
  const manual = await newEndpoint(partner, null);
  expect(await settle(partner)).toEqual([disabled].sort());

  await disableEndpoint(system, { endpointId: disabled, reason: "failing" });
  await updateEndpoint(system, { endpointId: manual, status: "disabled" });
  const payoutId = await newPayout(platform, partner);
  await markPayout(system, { payoutId, status: "failed", reference: "returned" });
  const silence = { kind: "no_traffic", target: null, threshold: 24 } as const;
  const alert = await createAlert(system, { partnerId: partner.id, ...silence });
  expect(await settle(partner)).toEqual([disabled, payoutId].sort());

  clock.advance(29 * 60_000);
  expect(await settle(partner)).toEqual([disabled, payoutId].sort());
  clock.advance(2 * 60_000);
  expect(await settle(partner)).toEqual([disabled, failing, payoutId, recovering].sort());
  expect(await mailOf("webhook_endpoint.no_success")).toEqual(["off", "off"]);
  clock.advance(1.1 * DAY_MS);
  expect(await settle(partner)).toEqual([disabled, failing, payoutId, recovering].sort());
  await setFailing(recovering, null);
  expect(await settle(partner)).toEqual([disabled, failing, payoutId].sort());
  await setFailing(recovering, after(0));
  expect(await settle(partner)).not.toContain(recovering);

  clock.advance(2.1 * DAY_MS);
  // The key of ten days is notified of at seven; that of one day was never, because it was chosen.
  const shown = await settle(partner);
  expect(shown).toEqual([disabled, failing, payoutId, recovering, week].sort());
  expect(shown).not.toContain(day);

  clock.advance(7 * DAY_MS);
  expect(await settle(partner)).toContain(month);
  expect(await settle(partner)).not.toContain(week);
  const successor = await rotateKey(system, { keyId: month });
  expect(await settle(partner)).not.toContain(month);
  await revokeKey(system, { keyId: successor.key.id, after: "now" });
  expect(await settle(partner)).toContain(month);
  await setKeyExpiry(system, { keyId: month, expiresAt: after(5) });
  expect(await settle(partner)).not.toContain(month);
  await setKeyExpiry(system, { keyId: never, expiresAt: after(200) });

  await updateEndpoint(system, { endpointId: disabled, status: "enabled" });
  await platform.system.transact((tx) => tx.webhookEndpoint.delete({ where: { id: failing } }));
  for (let passed = 0; passed < 200; passed += 9) {
    clock.advance(9 * DAY_MS);
    const now = await settle(partner);
    // It is kept for longer than other notifications, because it still has to be done.
    expect(now).toContain(payoutId);
    expect(now).not.toContain(alert.id);
  }
  expect(await settle(partner)).not.toContain(never);
}, 60_000);

it("a triggered alert is in both until it is over", async () => {
  const { partner, owner } = await platform.newPartnerWithOwner();
  const { key } = await platform.newKey(partner);
  const rule = { kind: "error_share", target: key.id, threshold: 10 } as const;
  const { id } = await createAlert(platform.system, { partnerId: partner.id, ...rule });
  const { core } = platform.wiring;
  const { evaluateAlerts } = await import("../core/alerts/evaluate");
  const evaluate = async (failed: number) => {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    await platform.system.transact(async (tx) => {
      await tx.keyUsage.deleteMany({ where: { keyId: key.id } });
      await tx.keyUsage.create({ data: { keyId: key.id, minute, succeeded: 50, failed } });
      await tx.alert.updateMany({ data: { checkedAt: null } });
    });
    await evaluateAlerts(core);
  };
  await evaluate(50);
  expect(await settle(partner)).toEqual([id]);
  const open = await listNotifications(owner, { which: "open", limit: 10 });
  expect(open.data.map(({ title }) => title)).toEqual([
    expect.stringContaining("Alert: At least 10% of requests"),
  ]);
  await evaluate(0);
  expect(await settle(partner)).toEqual([]);
});

it("a failed transfer is in both, instead of its payouts, until they are transferred again", async () => {
  const partner = await platform.newPartner();
  await platform.newPerson(partner, "owner");
  const { system } = platform;
  const first = await newTransfer(platform, partner);
  const mark = (id: string, status: "paid" | "failed") =>
    markTransfers(system, { transferIds: [id], status, reference: `${status}-${id}` });
  await mark(first, "paid");
  expect(await settle(partner)).toEqual([]);
  clock.advance(1_000);
  await mark(first, "failed");
  expect(await settle(partner)).toEqual([first]);
  const types = async () => {
    const ofMoney = { partnerId: partner.id, type: { not: "payout_details.changed" } };
    const rows = await system.db.notification.findMany({ where: ofMoney });
    return rows.map(({ type }) => type).sort();
  };
  expect(await types()).toEqual(["transfer.failed", "transfer.paid"]);
  clock.advance(1_000);
  // The next one takes what the first one gave back.
  const second = await newTransfer(platform, partner);
  expect(await settle(partner)).toEqual([]);
  await mark(second, "failed");
  expect(await settle(partner)).toEqual([second]);
  const alone = await system.db.payout.findFirst({ where: { partnerId: partner.id } });
  const byHand = { payoutId: alone?.id ?? "", status: "paid", reference: "H" } as const;
  await markPayout(system, byHand);
  expect(await settle(partner)).toEqual([second]);
  await markPayout(system, { ...byHand, status: "failed" });
  expect(await settle(partner)).toEqual([second, byHand.payoutId].sort());
});
