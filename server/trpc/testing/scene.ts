import { createAlert } from "../../core/alerts/mutations";
import { createCustomer } from "../../core/customers/mutations";
import { beginImport, importBatch } from "../../core/imports/mutations";
import type { Actor } from "../../core/kernel/actor";
import { newId } from "../../core/kernel/ids";
import type { Partner } from "../../core/partners/schema";
import { changePayoutDetails } from "../../core/payout-details/mutations";
import { saveProduct } from "../../core/products/mutations";
import { defineScope } from "../../core/scopes/mutations";
import { inviteOperator, inviteUser } from "../../core/team/invitations";
import { createTerm } from "../../core/terms/mutations";
import { createTransfers } from "../../core/transfers/mutations";
import { listDue } from "../../core/transfers/queries";
import { nextPeriod, periodOf } from "../../core/values/period";
import { sendTestEvent } from "../../core/webhooks/test-events";
import { addEndpoint } from "../../core/webhooks/testing/endpoint";
import type { Platform } from "../../testing/platform";
import { DETAILS } from "./payout-details-rows";

const months = new Map<string, number>();

/** A month of the past, of which nothing has been recorded in this currency. */
function newMonth(currency: string): string {
  const before = months.get(currency) ?? 0;
  months.set(currency, before + 1);
  return `${1970 + Math.floor(before / 12)}-${String((before % 12) + 1).padStart(2, "0")}`;
}

/** Creates a payout of an open month and returns its id. */
export async function newPayout(
  platform: Platform,
  partner: Partner,
  currency = "EUR",
): Promise<string> {
  const sums = { currency, gross: 100, revsharePct: 20, amount: 20 };
  const own = {
    id: newId("payout"),
    partnerId: partner.id,
    createdAt: platform.system.clock.now(),
  };
  const data = { ...own, ...sums, period: newMonth(currency) };
  return (await platform.wiring.core.transact((tx) => tx.payout.create({ data }))).id;
}

/** Creates a transfer of a payout in dollars. */
export async function newTransfer(platform: Platform, partner: Partner): Promise<string> {
  const { system } = platform;
  const { id: partnerId } = partner;
  const used = { where: { partnerId, transfers: { some: {} } } };
  if ((await system.db.payoutDetails.count(used)) === 0) {
    const atOnce = { ...system, payoutDetails: { ...system.payoutDetails, waitHours: 0 } };
    await changePayoutDetails(atOnce, { partnerId, ...DETAILS, holder: "Acme" });
  }
  await newPayout(platform, partner, "USD");
  const due = await listDue(system, { partnerId, currency: "USD" });
  const items = due.map(({ currency, amount }) => ({ partnerId, currency, amount }));
  const [created] = await createTransfers(system, { items });
  if (!created?.transfer) throw new Error(`no transfer: ${created?.reason}`);
  return created.transfer.id;
}

/** A term of the partner for one product. */
export async function newTerm(platform: Platform, { id: partnerId }: Partner): Promise<void> {
  const fromMonth = nextPeriod(periodOf(new Date()));
  await createTerm(platform.system, { partnerId, product: "basic", fromMonth, percent: 10 });
}

/**
 * Creates a customer and imports three lines: a charge in a month that can be closed, a charge of
 * today, and an invalid line.
 */
export async function importCharges(platform: Platform, partner: Partner) {
  const { system } = platform;
  const email = `customer-${++made}@example.com`;
  const { id: customer } = await createCustomer(system, {
    partnerId: partner.id,
    email,
    metadata: {},
  });
  const month = newMonth("EUR");
  const begun = { kind: "charges", partner: null } as const;
  const { runId: run } = await beginImport(system, { ...begun, fileHash: null });
  const times = [`${month}-15T12:00:00Z`, new Date().toISOString()];
  const lines = times.map((occurred_at, line) => {
    const external_id = `${month}-${line}`;
    const record = {
      partner: partner.code,
      external_id,
      customer_id: customer,
      product: "basic",
      amount: 1,
      occurred_at,
    };
    return { line, record };
  });
  const unreadable = [{ line: 2, reason: "not JSON" }];
  const batch = { ...begun, runId: run, afterLine: 0, throughLine: 2, lines, unreadable };
  await importBatch(system, batch);
  const charge = await system.db.charge.findFirst({ where: { customerId: customer } });
  if (!charge) throw new Error("the charges were not imported");
  return { customer, charge: charge.id, month, run };
}

/** Creates an alert, after deleting those created before. */
export async function newAlert(platform: Platform, { id: partnerId }: Partner): Promise<string> {
  await platform.wiring.core.transact((tx) => tx.alert.deleteMany({ where: { partnerId } }));
  const rule = { kind: "no_traffic", target: null, threshold: 24 } as const;
  return (await createAlert(platform.system, { partnerId, ...rule })).id;
}

/** Adds payout details, which wait, after deleting those added before. */
export async function newDetails(platform: Platform, { id: partnerId }: Partner): Promise<string> {
  const { transact } = platform.wiring.core;
  const unused = { partnerId, transfers: { none: {} } };
  await transact((tx) => tx.payoutDetails.deleteMany({ where: unused }));
  const details = { partnerId, ...DETAILS, holder: `Acme ${++made}` };
  return (await changePayoutDetails(platform.system, details)).id;
}

let made = 0;

/** Invites a member with a second factor, after removing the members invited before. */
export async function newMember(platform: Platform, partner: Partner): Promise<string> {
  const guest = { email: `guest-${++made}@example.com`, role: "viewer" as const };
  const { transact } = platform.wiring.core;
  await transact((tx) => tx.user.deleteMany({ where: { emailKey: { startsWith: "guest-" } } }));
  const { userId } = await inviteUser(platform.system, { partnerId: partner.id, ...guest });
  await addSecondFactor(platform, userId);
  return userId;
}

async function addSecondFactor(platform: Platform, userId: string): Promise<void> {
  const data = { userId, sealed: new Uint8Array(9), sealedBy: "x", createdAt: new Date() };
  await platform.wiring.core.transact((tx) => tx.secondFactor.create({ data }));
}

/**
 * Creates a webhook endpoint of a partner or of the platform, after deleting those created before.
 * `event` is a test event with an attempt; `ownEvent` is delivered to the endpoint, too.
 */
export async function newEndpoint(platform: Platform, partner: Partner | null) {
  const { db, transact } = platform.wiring.core;
  const partnerId = partner?.id ?? null;
  await transact((tx) => tx.webhookEndpoint.deleteMany({ where: { partnerId } }));
  const { id: endpoint } = await addEndpoint(platform.system, partnerId);
  const { eventId: event } = await sendTestEvent(platform.system, {
    endpointId: endpoint,
    type: "ping",
  });
  const of = { endpointId: endpoint, eventId: event };
  const at = new Date();
  const latest = await db.event.findFirst({
    where: { ...(partnerId !== null && { partnerId }) },
    orderBy: { id: "desc" },
  });
  if (!latest) throw new Error("the partner has no events yet");
  await transact(async (tx) => {
    const { id: eventId, type } = latest;
    const sent = { status: "delivered", attempts: 1, createdAt: at } as const;
    await tx.webhookDelivery.create({ data: { endpointId: endpoint, eventId, type, ...sent } });
    const result = { durationMs: 1, status: 204, response: "" };
    await tx.webhookAttempt.create({ data: { ...of, number: 1, at, ...result } });
    await tx.webhookHour.create({ data: { endpointId: endpoint, hour: at, succeeded: 1 } });
  });
  return { endpoint, event, ownEvent: latest.id };
}

/** Invites an operator with a second factor. */
export async function newOperator(platform: Platform): Promise<string> {
  const email = `colleague-${++made}@example.com`;
  const { userId } = await inviteOperator(platform.system, { email });
  await addSecondFactor(platform, userId);
  return userId;
}

/** Creates another session of the actor. */
export async function newSession(
  platform: Platform,
  actor: Actor | null | undefined,
): Promise<string> {
  if (actor?.kind !== "user") throw new Error("only people have sessions");
  const [now, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const data = {
    id: newId("session"),
    userId: actor.userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  };
  return (await platform.wiring.core.transact((tx) => tx.session.create({ data }))).id;
}

/** Creates a notification of the actor. */
export async function newNotification(
  platform: Platform,
  partner: Partner,
  actor: Actor | null | undefined,
): Promise<void> {
  if (actor?.kind !== "user") throw new Error("only people have notifications");
  const { userId } = actor;
  const [id, at] = [newId("notification"), new Date()];
  const fact = { type: "payout.paid", factId: "test", subjectId: "po_x", data: {}, isOpen: false };
  const button = { label: "View", path: "/" };
  const message = { subject: "Paid", paragraphs: ["It was paid."], button, reason: "A test." };
  const times = { occurredAt: at, createdAt: at };
  await platform.wiring.core.transact(async (tx) => {
    await tx.notification.create({
      data: { id, partnerId: partner.id, ...fact, message, ...times },
    });
    await tx.notificationRecipient.create({ data: { userId, notificationId: id, mail: "off" } });
  });
}

/** Creates a product that has no prices. */
export async function newProduct(platform: Platform): Promise<string> {
  const code = `product-${++made}`;
  const terms = { name: "Made", currency: "EUR", floor: 500, defaultRetail: 900 };
  return (await saveProduct(platform.system, { ...terms, code })).code;
}

/** Defines a scope that no key has. */
export async function newScope(platform: Platform): Promise<string> {
  const scope = { name: `orders:made_${++made}`, description: "Make orders" };
  return (await defineScope(platform.system, scope)).name;
}
