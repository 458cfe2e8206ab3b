import { expect, test } from "vitest";
import { createCustomer } from "../../core/customers/mutations";
import { newId } from "../../core/kernel/ids";
import { openLimitRequest } from "../../core/limit-requests/mutations";
import { saveProduct } from "../../core/products/mutations";
import { platformForTests, steppingClock } from "../../testing/platform";
import { commandsOn } from "../testing/commands";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await platformForTests({ clock });

const { run } = commandsOn(platform);

async function sell(partnerId: string, amount: number): Promise<void> {
  const product = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
  const { id: productId } = await saveProduct(platform.system, product);
  const email = `${newId("customer")}@example.com`;
  const customer = await createCustomer(platform.system, { partnerId, email, metadata: {} });
  const data = {
    id: newId("charge"),
    partnerId,
    customerId: customer.id,
    productId,
    externalId: newId("charge"),
    amount,
    currency: "EUR",
    occurredAt: new Date("2026-02-10T12:00:00Z"),
  };
  await platform.wiring.core.transact((tx) => tx.charge.create({ data }));
}

test("a month is closed once, and its payouts are listed, adjusted and marked", async () => {
  const partner = await platform.newPartner();
  await sell(partner.id, 999);
  const open = await run("payout preview", { period: "2026-02" });
  const sums = { currency: "EUR", gross: 999, amount: 200, percents: { min: 20, max: 20 } };
  expect(open.json).toMatchObject([{ partner: { code: partner.code }, ...sums, is_closed: false }]);
  expect(open.text).toMatch(/€9\.99 +20% +€2\.00 +open/);
  const closed = await run("payout close", { period: "2026-02" });
  expect(closed.json).toEqual({
    period: "2026-02",
    partners: 1,
    sums: [{ currency: "EUR", payouts: 1, gross: 999, amount: 200 }],
  });
  expect(closed.text).toMatch(/EUR +1 +€9\.99 +€2\.00/);
  expect((await run("payout close", { period: "2026-02" })).text).toContain("Nothing to close");

  const [listed] = (await run("payout list", { partner: partner.code, status: "pending" })).json;
  expect(listed).toMatchObject({
    period: "2026-02",
    currency: "EUR",
    gross: 999,
    revshare_pct: 20,
    percents: { min: 20, max: 20 },
    amount: 200,
    status: "pending",
    reference: null,
    partner: { code: partner.code },
  });
  const payoutId = listed.id;
  const shown = await run("payout show", { payoutId });
  expect(shown.json).toMatchObject({
    id: payoutId,
    lines: [{ product: { code: "basic" }, percent: 20, charges: 999, net: 999, share: 200 }],
  });
  expect(shown.text).toMatch(/basic +€9\.99 +€0\.00 +€9\.99 +20% +€2\.00/);
  expect(shown.text).toContain(`charge list --partner ${partner.code} --payout ${payoutId}`);
  const missing = await run("payout show", { payoutId: "po_none" });
  expect(missing.failure).toMatchObject({ code: "not_found" });
  expect((await run("payout recalculate", { payoutId })).json).toEqual({ adjustment: null });
  await sell(partner.id, 101);
  expect((await run("payout recalculate", { payoutId })).text).toContain("€0.20 of €1.01.");

  const marked = await run("payout mark", { payoutId, status: "paid", reference: "SEPA-1" });
  expect(marked.json).toMatchObject({ id: payoutId, status: "paid", reference: "SEPA-1" });
  expect((await run("payout list", { status: "paid" })).text).toContain("SEPA-1");
  const twice = await run("payout mark", { payoutId, status: "paid", reference: "SEPA-2" });
  expect(twice.failure).toMatchObject({ code: "conflict" });
});

test("rejects a month that is not over or is invalid", async () => {
  const early = await run("payout close", { period: "2026-03" });
  expect(early.failure).toMatchObject({ code: "conflict" });
  const none = await run("payout close", { period: "2026-13" });
  expect(none.failure).toMatchObject({ code: "validation_failed" });
  const pending = await run("payout mark", { payoutId: "x", status: "pending", reference: "R" });
  expect(pending.failure).toMatchObject({ code: "validation_failed" });
});

test("limit requests are listed, approved and declined", async () => {
  const partner = await platform.newPartner();
  const developer = platform.as((await platform.newPerson(partner, "developer")).actor);
  const ask = async () => {
    clock.advance(1);
    const { key } = await platform.newKey(partner);
    const wanted = { keyId: key.id, wantedPerMinute: 600, reason: "a sale" };
    return (await openLimitRequest(developer, wanted)).id;
  };
  const [first, second] = [await ask(), await ask()];
  const list = await run("limit-request list");
  expect(list.json).toMatchObject([
    { id: second, status: "open", wanted_per_minute: 600, partner: { code: partner.code } },
    { id: first, status: "open", key: { masked: expect.stringMatching(/^rsk_.*\.\.\./) } },
  ]);
  const approved = await run("limit-request approve", { id: first, perMinute: "500" });
  expect(approved.json).toMatchObject({ status: "approved", granted_per_minute: 500 });
  const declined = await run("limit-request decline", { id: second, answer: "Use the webhook" });
  expect(declined.json).toMatchObject({ status: "declined", answer: "Use the webhook" });
  const again = await run("limit-request approve", { id: second, perMinute: "500" });
  expect(again.failure).toMatchObject({ code: "conflict" });
});
