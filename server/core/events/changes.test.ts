import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { beginImport, importBatch } from "../imports/mutations";
import type { ImportKind } from "../imports/schema";
import { sweepKeys } from "../keys/notices";
import { decideLimitRequest, openLimitRequest } from "../limit-requests/mutations";
import {
  setBranding,
  setPartnerStatus,
  terminatePartner,
  updatePartner,
} from "../partners/mutations";
import { closePeriod } from "../payouts/close";
import { markPayout, recalculatePayout } from "../payouts/mutations";
import { setPrice } from "../prices/mutations";
import { archiveProduct, saveProduct } from "../products/mutations";
import { EVENT_TYPE_NAMES } from "../registry";
import { readFeed } from "./queries";
import { customerChanges } from "./testing/customer-changes";
import { keyChanges } from "./testing/key-changes";
import { scopeChanges } from "./testing/scope-changes";
import type { Changes, Stage } from "./testing/stage";
import { transferChanges } from "./testing/transfer-changes";

const DAY_MS = 86_400_000;
const clock = steppingClock();
/** A month that is over. */
const period = new Date(clock.now().getTime() - 40 * DAY_MS).toISOString().slice(0, 7);
const BASIC = { code: "basic", name: "Basic", floor: 500, defaultRetail: 900, currency: "EUR" };

const platform = await platformForTests({ clock });
await saveProduct(platform.system, BASIC);

const newSeller: Stage["newSeller"] = async () => {
  const partner = await platform.newPartner();
  const partnerId = partner.id;
  const { data: before } = await readFeed(platform.system, { partnerId, limit: 100 });
  let after = before.at(-1)?.sequence ?? 0;
  const newEvents = async () => {
    const page = await readFeed(platform.system, {
      partnerId,
      after: { sequence: after },
      limit: 1_000,
    });
    after = page.nextAfter;
    return page.data.map(({ type, subject, data }) => ({ type, subject, data }));
  };
  return { partner, partnerId, newEvents };
};

async function send(kind: ImportKind, partner: string | null, records: object[]) {
  const { runId } = await beginImport(platform.system, { kind, partner, fileHash: null });
  const lines = records.map((record, index) => ({ line: index + 1, record }));
  const range = { afterLine: 0, throughLine: records.length, lines, unreadable: [] };
  const outcome = await importBatch(platform.system, { kind, partner, runId, ...range });
  return { runId, outcome };
}

const charge = (n: number, amount: number, product = "basic") => ({
  external_id: `x-${n}`,
  customer_external_id: "crm-1",
  product,
  amount,
  occurred_at: `${period}-10T12:00:00Z`,
});

/** Every change that has events, and the events. A type without a row here fails the last test. */
const CHANGES: Changes = {
  ...customerChanges({ platform, newSeller }),
  ...transferChanges({ platform, newSeller }),
  ...keyChanges({ platform, newSeller }),
  ...scopeChanges({ platform, newSeller }),

  async "an import of customers: one event for each that is new"() {
    const { partner, newEvents } = await newSeller();
    const records = [1, 2, 2].map((n) => ({
      email: `c${n}@example.com`,
      external_id: `crm-${n}`,
    }));
    await send("customers", partner.code, records);
    const ids = (events: Awaited<ReturnType<typeof newEvents>>) =>
      events.map(({ type, data }) => [type, data.external_id]);
    expect(ids(await newEvents())).toEqual([
      ["account.created", "crm-1"],
      ["account.created", "crm-2"],
    ]);
    await send("customers", partner.code, records);
    expect(await newEvents()).toEqual([]);
  },

  async "an import of charges: one event for a batch, with counts and sums of what is new"() {
    const { partner, newEvents } = await newSeller();
    await saveProduct(platform.system, { ...BASIC, code: "usd", currency: "USD" });
    const owner = { email: "c@example.com", external_id: "crm-1" };
    await send("customers", partner.code, [owner]);
    await newEvents();
    const charges = [charge(1, 100), charge(2, 250), charge(2, 250), charge(3, 70, "usd")];
    const { runId } = await send("charges", partner.code, charges);
    const sums = [
      { currency: "EUR", charges: 2, gross: 350, refunds: 0, refunded: 0 },
      { currency: "USD", charges: 1, gross: 70, refunds: 0, refunded: 0 },
    ];
    const subject = { type: "import", id: runId, url: null };
    expect(await newEvents()).toEqual([
      { type: "charges.recorded", subject, data: { charges: 3, refunds: 0, sums } },
    ]);
    await send("charges", partner.code, [...charges, charge(9, 1, "nothing")]);
    expect(await newEvents()).toEqual([]);
  },

  async "a changed price, also one that a floor raises, and a changed product"() {
    const { partnerId, newEvents } = await newSeller();
    const other = await newSeller();
    await saveProduct(platform.system, { ...BASIC, code: "raised" });
    await setPrice(platform.system, { partnerId, product: "raised", amount: 600 });
    await setPrice(platform.system, { partnerId, product: "raised", amount: 600 });
    const price = { type: "price", id: "raised", url: "/prices/raised" };
    const product = { type: "product", id: "raised", url: "/prices/raised" };
    const changed = {
      type: "product.changed",
      subject: product,
      data: { count: 1, products: ["raised"] },
    };
    expect(await newEvents()).toEqual([
      changed,
      {
        type: "price.changed",
        subject: price,
        data: { before: 900, after: 600, version: 1, currency: "EUR" },
      },
    ]);
    await saveProduct(platform.system, { ...BASIC, code: "raised", floor: 700 });
    expect(await newEvents()).toEqual([
      changed,
      {
        type: "price.changed",
        subject: price,
        data: { before: 600, after: 700, version: 2, currency: "EUR" },
      },
    ]);
    expect(await other.newEvents()).toEqual([changed, changed]);
  },

  async "an archived product, and one that is available again"() {
    const { newEvents } = await newSeller();
    await saveProduct(platform.system, { ...BASIC, code: "retired" });
    await newEvents();
    for (const isArchived of [true, true, false]) {
      await archiveProduct(platform.system, { code: "retired", isArchived });
    }
    const subject = { type: "product", id: "retired", url: "/prices/retired" };
    expect(await newEvents()).toEqual([
      { type: "product.archived", subject, data: {} },
      { type: "product.unarchived", subject, data: {} },
    ]);
  },

  async "an import of products: one event for each partner"() {
    const { newEvents } = await newSeller();
    const product = { name: "N", floor: 1, default_retail: 2, currency: "EUR" };
    const records = ["n-1", "n-2", "n-1"].map((code) => ({ ...product, code }));
    const { runId } = await send("products", null, records);
    const subject = { type: "import", id: runId, url: null };
    expect(await newEvents()).toEqual([
      { type: "product.changed", subject, data: { count: 2, products: ["n-1", "n-2"] } },
    ]);
    await send("products", null, records);
    expect(await newEvents()).toEqual([]);
  },

  async "payouts: closed, adjusted, paid and failed"() {
    const { partner, newEvents } = await newSeller();
    await send("customers", partner.code, [{ email: "p@example.com", external_id: "crm-1" }]);
    await send("charges", partner.code, [charge(1, 1_000)]);
    await newEvents();
    await closePeriod(platform.system, { period });
    const [created] = await newEvents();
    const sums = { period, currency: "EUR" };
    expect(created).toMatchObject({
      type: "payout.created",
      data: { ...sums, gross: 1_000, amount: 200 },
    });
    const payoutId = created?.subject.id ?? "";
    await send("charges", partner.code, [charge(2, 500)]);
    const [recorded, adjusted] = await newEvents();
    expect(recorded).toMatchObject({ type: "charges.recorded" });
    expect(adjusted).toMatchObject({
      type: "payout.adjusted",
      data: { ...sums, gross: 500, amount: 100, corrects_id: payoutId },
    });
    // A charge that the database lost: the adjustment is an operator's.
    const lost = { partnerId: partner.id, amount: 500 };
    await platform.wiring.core.transact((tx) => tx.charge.deleteMany({ where: lost }));
    const corrected = await recalculatePayout(platform.system, { payoutId });
    expect(await newEvents()).toEqual([
      {
        type: "payout.adjusted",
        subject: { type: "payout", id: corrected?.id, url: `/payouts/${corrected?.id}` },
        data: { ...sums, gross: -500, amount: -100, corrects_id: payoutId },
      },
    ]);
    for (const [status, type] of [
      ["failed", "payout.failed"],
      ["paid", "payout.paid"],
    ] as const) {
      await markPayout(platform.system, { payoutId, status, reference: `T-${status}` });
      await markPayout(platform.system, { payoutId, status, reference: `T-${status}` });
      const data = { ...sums, amount: 200, reference: `T-${status}` };
      expect(await newEvents()).toMatchObject([{ type, subject: { id: payoutId }, data }]);
    }
  },

  async "requests for a higher limit"() {
    const { partner, newEvents } = await newSeller();
    const { key } = await platform.newKey(partner);
    const ask = { keyId: key.id, wantedPerMinute: 900, reason: "more shops" };
    const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
    await newEvents();
    const declined = await openLimitRequest(owner, ask);
    const no = { decision: "decline", answer: "Please batch." } as const;
    await decideLimitRequest(platform.system, { id: declined.id, ...no });
    const approved = await openLimitRequest(owner, ask);
    const yes = { decision: "approve", perMinute: 700 } as const;
    await decideLimitRequest(platform.system, { id: approved.id, ...yes });
    const opened = { key_id: key.id, current_per_minute: 300, wanted_per_minute: 900 };
    expect((await newEvents()).map(({ type, subject, data }) => [type, subject.id, data])).toEqual([
      ["limit_request.opened", declined.id, opened],
      ["limit_request.declined", declined.id, { key_id: key.id, answer: "Please batch." }],
      ["limit_request.opened", approved.id, opened],
      ["limit_request.approved", approved.id, { key_id: key.id, granted_per_minute: 700 }],
      ["key.limit_changed", key.id, { label: "test", before: 300, after: 700 }],
    ]);
  },

  async "the partner itself; nothing of the operators' notes"() {
    const { partnerId, newEvents } = await newSeller();
    await setPartnerStatus(platform.system, { partnerId, status: "suspended", reason: "unpaid" });
    await setPartnerStatus(platform.system, { partnerId, status: "suspended", reason: "unpaid" });
    await setPartnerStatus(platform.system, { partnerId, status: "active" });
    await updatePartner(platform.system, { partnerId, notes: "a secret", maxActiveKeys: 60 });
    await updatePartner(platform.system, { partnerId, notes: "another" });
    const branding = { logoUrl: null, colour: "#112233", supportEmail: null };
    await setBranding(platform.system, { partnerId, ...branding });
    const subject = { type: "partner", id: partnerId, url: "/me" };
    expect(await newEvents()).toEqual([
      { type: "partner.suspended", subject, data: { reason: "unpaid" } },
      { type: "partner.reactivated", subject, data: {} },
      { type: "partner.updated", subject, data: { changed: ["max_active_keys"] } },
      { type: "partner.updated", subject, data: { changed: ["branding"] } },
    ]);
  },

  async "its termination, once"() {
    const { partnerId, newEvents } = await newSeller();
    const reason = "Contract ended";
    await terminatePartner(platform.system, { partnerId, reason });
    await terminatePartner(platform.system, { partnerId, reason });
    const subject = { type: "partner", id: partnerId, url: "/me" };
    expect(await newEvents()).toEqual([{ type: "partner.terminated", subject, data: { reason } }]);
  },

  async "what time alone causes"() {
    const { partner, newEvents } = await newSeller();
    const expiresAt = new Date(clock.now().getTime() + 2 * DAY_MS);
    const { key } = await platform.newKey(partner, { expiresAt });
    await newEvents();
    for (let day = 0; day < 3; day++) {
      clock.advance(DAY_MS);
      await sweepKeys(platform.system);
    }
    expect((await newEvents()).map(({ type, subject }) => [type, subject.id])).toEqual([
      ["key.expiring", key.id],
      ["key.expired", key.id],
    ]);
  },
};

it.each(Object.entries(CHANGES))("writes an event of %s", (_, check) => check());

it("has a change for each type except those of webhook endpoints, alerts and terms", async () => {
  const rows = await platform.system.db.event.groupBy({ by: ["type"] });
  const elsewhere = EVENT_TYPE_NAMES.filter((name) =>
    /^(webhook_endpoint|alert|term|ping)\b/.test(name),
  );
  const written = [...rows.map(({ type }) => type), ...elsewhere];
  const hint = "a mutation must return the event, and CHANGES in this file must cause it";
  expect(written.sort(), hint).toEqual([...EVENT_TYPE_NAMES].sort());
});
