import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { createCustomer } from "../customers/mutations";
import { newId } from "../kernel/ids";
import type { Partner } from "../partners/schema";
import { saveProduct } from "../products/mutations";
import { shareOf } from "../values/money";
import { closePeriod } from "./close";
import { markPayout, recalculatePayout } from "./mutations";
import { previewPeriod } from "./preview";
import { listPayouts, sumPayouts } from "./queries";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const products = new Map<string, string>();
const platform = await platformForTests({ clock });
for (const currency of ["EUR", "USD"]) {
  const own = { code: currency.toLowerCase(), name: currency, currency };
  const product = await saveProduct(platform.system, { ...own, floor: 0, defaultRetail: 0 });
  products.set(currency, product.id);
}

const failure = (code: string) => expect.objectContaining({ code });
type Sale = { amount: number; currency: string; at: string };
const sale = (amount: number, currency = "EUR", at = "2026-02-10T12:00:00Z"): Sale => ({
  amount,
  currency,
  at,
});

/** A partner with a revenue share in percent, and a function that imports charges. */
async function newSeller(revsharePct = 20) {
  const partner = await platform.newPartner();
  const share = { where: { id: partner.id }, data: { revsharePct } };
  await platform.wiring.core.transact((tx) => tx.partner.update(share));
  const email = "buyer@example.com";
  const customer = await createCustomer(platform.system, {
    partnerId: partner.id,
    email,
    metadata: {},
  });
  const sell = (...sales: Sale[]) =>
    platform.wiring.core.transact((tx) =>
      tx.charge.createMany({
        data: sales.map(({ amount, currency, at }) => ({
          id: newId("charge"),
          partnerId: partner.id,
          customerId: customer.id,
          amount,
          currency,
          productId: products.get(currency) ?? "",
          externalId: newId("charge"),
          occurredAt: new Date(at),
        })),
      }),
    );
  return { partner, sell };
}

const listOf = async (partner: Partner) =>
  (await listPayouts(platform.system, { partnerId: partner.id, limit: 100 })).data;

it("closes a month per partner and currency, excluding charges of adjacent days", async () => {
  const { partner, sell } = await newSeller(12.5);
  await sell(
    sale(1_000, "EUR", "2026-01-31T23:59:59.999Z"),
    sale(300, "EUR", "2026-02-01T00:00:00Z"),
    sale(4, "EUR", "2026-02-28T23:59:59.999Z"),
    sale(1_000, "EUR", "2026-03-01T00:00:00Z"),
    sale(999, "USD"),
  );
  const closed = await closePeriod(platform.system, { period: "2026-02" });
  expect(closed.partners).toBeGreaterThanOrEqual(1);
  const payouts = await listOf(partner);
  expect(payouts).toMatchObject([
    { period: "2026-02", currency: "EUR", gross: 304, revsharePct: 12.5, amount: 38 },
    { period: "2026-02", currency: "USD", gross: 999, revsharePct: 12.5, amount: 125 },
  ]);
  expect(payouts[0]).toMatchObject({ status: "pending", reference: null, correctsId: null });
});

it("closes a month once, repeatedly and concurrently, while charges arrive", async () => {
  const sellers = await Promise.all(Array.from({ length: 5 }, () => newSeller()));
  await Promise.all(sellers.map(({ sell }) => sell(sale(101), sale(7, "USD"))));
  const closings = Array.from({ length: 8 }, () =>
    closePeriod(platform.system, { period: "2026-02" }),
  );
  const late = sellers.map(({ sell }) => sell(sale(50)));
  const [results] = await Promise.all([Promise.all(closings), Promise.all(late)]);
  const made = results.flatMap(({ sums }) => sums).reduce((sum, { payouts }) => sum + payouts, 0);
  expect(made).toBe(10);
  for (const { partner } of sellers) {
    const payouts = await listOf(partner);
    expect(payouts.map(({ currency }) => currency).sort()).toEqual(["EUR", "USD"]);
    // Contains the late charge entirely or not at all; an adjustment covers the rest.
    const [eur] = payouts.filter(({ currency }) => currency === "EUR");
    expect([101, 151]).toContain(eur?.gross);
  }
  expect(await closePeriod(platform.system, { period: "2026-02" })).toMatchObject({
    partners: 0,
    sums: [],
  });
});

it("lists the currencies of a month in the same order each time", async () => {
  const sellers = await Promise.all(Array.from({ length: 12 }, () => newSeller()));
  await Promise.all(sellers.map(({ sell }) => sell(sale(7, "USD"), sale(101))));
  await closePeriod(platform.system, { period: "2026-02" });
  for (const { partner } of sellers) {
    for (const sort of [undefined, "month"] as const) {
      const query = { partnerId: partner.id, limit: 100, ...(sort && { sort }) };
      const { data } = await listPayouts(platform.system, query);
      expect(data.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
    }
  }
});

it("rejects a month until it is over", async () => {
  const { sell, partner } = await newSeller();
  await sell(sale(100, "EUR", "2026-03-20T00:00:00Z"));
  for (const period of ["2026-03", "2027-01"]) {
    const tried = closePeriod(platform.system, { period });
    await expect(tried).rejects.toMatchObject({ code: "conflict", details: { field: "period" } });
  }
  const toEnd = new Date("2026-04-01T00:00:00Z").getTime() - clock.now().getTime();
  clock.advance(toEnd - 1);
  await expect(closePeriod(platform.system, { period: "2026-03" })).rejects.toEqual(
    failure("conflict"),
  );
  clock.advance(1);
  await closePeriod(platform.system, { period: "2026-03" });
  expect(await listOf(partner)).toMatchObject([{ period: "2026-03", gross: 100, amount: 20 }]);
});

it("a process whose clock is weeks ahead closes no month that is not over", async () => {
  const { sell, partner } = await newSeller();
  const period = clock.now().toISOString().slice(0, 7);
  await sell(sale(100, "EUR", `${period}-10T00:00:00Z`));
  const [realNow, aheadMs] = [Date.now, 40 * 86_400_000];
  const now = () => new Date(clock.now().getTime() + aheadMs);
  const spy = vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMs);
  const tried = closePeriod({ ...platform.system, clock: { now } }, { period });
  await expect(tried).rejects.toEqual(failure("conflict"));
  spy.mockRestore();
  expect(await listOf(partner)).toEqual([]);
});

it("uses the revenue share of the time of closing, including for later adjustments", async () => {
  const { partner, sell } = await newSeller(10);
  await sell(sale(1_000));
  await closePeriod(platform.system, { period: "2026-02" });
  const raise = { where: { id: partner.id }, data: { revsharePct: 50 } };
  await platform.wiring.core.transact((tx) => tx.partner.update(raise));
  await sell(sale(500));
  const [closing] = await listOf(partner);
  const correction = await recalculatePayout(platform.system, { payoutId: closing?.id ?? "" });
  expect(correction).toMatchObject({ gross: 500, amount: 50, revsharePct: 10, status: "pending" });
  expect(correction?.correctsId).toBe(closing?.id);
});

it("creates each adjustment once, repeatedly and concurrently, and never edits a payout", async () => {
  const { partner, sell } = await newSeller();
  await sell(sale(100));
  await closePeriod(platform.system, { period: "2026-02" });
  const [closing] = await listOf(partner);
  await sell(sale(33));
  const tries = Array.from({ length: 6 }, () =>
    recalculatePayout(platform.system, { payoutId: closing?.id ?? "" }),
  );
  const made = (await Promise.all(tries)).filter((line) => line !== null);
  expect(made).toMatchObject([{ gross: 33, amount: 7 }]);
  const first = { where: { partnerId: partner.id, amount: 100 } };
  await platform.wiring.core.transact((tx) => tx.charge.deleteMany(first));
  const second = await recalculatePayout(platform.system, { payoutId: made[0]?.id ?? "" });
  expect(second).toMatchObject({ gross: -100, amount: -20, correctsId: closing?.id });
  expect((await listOf(partner)).find(({ id }) => id === closing?.id)).toEqual(closing);
  const ofKind = async (isCorrection: boolean) =>
    (await listPayouts(platform.system, { partnerId: partner.id, limit: 100, isCorrection })).data;
  expect((await ofKind(false)).map(({ id }) => id)).toEqual([closing?.id]);
  const corrections = (await ofKind(true)).map(({ amount }) => amount);
  // Ids of the same millisecond have no order.
  expect(corrections.sort((a, b) => a - b)).toEqual([-20, 7]);
});

it("never pays more than the share of gross revenue, with any number of adjustments", async () => {
  const changes = fc.array(fc.array(fc.nat(99), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(changes, fc.integer({ min: 0, max: 10_000 }), async (rounds, hundredths) => {
      const { partner, sell } = await newSeller(hundredths / 100);
      for (const [index, amounts] of rounds.entries()) {
        if (index % 2 === 1) {
          const own = { partnerId: partner.id, amount: { lt: 50 } };
          await platform.wiring.core.transact((tx) => tx.charge.deleteMany({ where: own }));
        }
        await sell(...amounts.map((amount) => sale(amount)));
        await closePeriod(platform.system, { period: "2026-02" });
        const [line] = await listOf(partner);
        await recalculatePayout(platform.system, { payoutId: line?.id ?? "" });
        const charges = await platform.system.db.charge.findMany({
          where: { partnerId: partner.id },
        });
        const gross = charges.reduce((sum, { amount }) => sum + amount, 0n);
        const lines = await listOf(partner);
        const paid = lines.reduce((sum, { amount }) => sum + amount, 0);
        expect(lines.reduce((sum, one) => sum + one.gross, 0)).toBe(Number(gross));
        expect(paid).toBe(Number(shareOf(gross, hundredths)));
        expect(paid).toBeLessThanOrEqual(Number(gross));
      }
    }),
    { numRuns: 12 },
  );
});

it("is marked once and can't be paid under two references", async () => {
  const { partner, sell } = await newSeller();
  await sell(sale(100));
  await closePeriod(platform.system, { period: "2026-02" });
  const [line] = await listOf(partner);
  const mark = (status: "paid" | "failed", reference: string) =>
    markPayout(platform.system, { payoutId: line?.id ?? "", status, reference });
  const tries = await Promise.allSettled(["A", "B", "C"].map((name) => mark("paid", name)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [paid] = await listOf(partner);
  expect(paid).toMatchObject({ status: "paid", settledAt: clock.now() });
  expect(await mark("paid", paid?.reference ?? "")).toMatchObject({ status: "paid" });
  expect(await mark("failed", "returned")).toMatchObject({ status: "failed" });
  expect(await mark("paid", "D")).toMatchObject({ status: "paid", reference: "D" });
  await expect(
    markPayout(platform.system, { payoutId: newId("payout"), status: "paid", reference: "X" }),
  ).rejects.toEqual(failure("not_found"));
});

it("is written by operators and the CLI only and read by its own partner", async () => {
  const { partner, sell } = await newSeller();
  await sell(sale(100));
  await closePeriod(platform.system, { period: "2026-02" });
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
  const [line] = (await listPayouts(owner, { partnerId: partner.id, limit: 25 })).data;
  const payoutId = line?.id ?? "";
  const paid = { payoutId, status: "paid" as const, reference: "mine" };
  await expect(closePeriod(owner, { period: "2026-02" })).rejects.toEqual(failure("forbidden"));
  await expect(markPayout(owner, paid)).rejects.toEqual(failure("forbidden"));
  await expect(recalculatePayout(owner, { payoutId })).rejects.toEqual(failure("forbidden"));
  await expect(listPayouts(owner, { partnerId: null, limit: 25 })).rejects.toEqual(
    failure("forbidden"),
  );
  expect(await sumPayouts(owner, { partnerId: partner.id })).toEqual([
    { currency: "EUR", status: "pending", payouts: 1, amount: 20 },
  ]);
  const events = await platform.system.db.auditEvent.findMany({
    where: { partnerId: partner.id, action: "payout.closed" },
  });
  expect(events).toMatchObject([{ subject: partner.id, detail: { period: "2026-02" } }]);
});

it("previews exactly the payouts that closing creates, and shows them afterwards", async () => {
  const { partner, sell } = await newSeller(33.33);
  await sell(sale(1_001, "EUR", "2026-01-10T00:00:00Z"), sale(7, "USD", "2026-01-11T00:00:00Z"));
  const previewed = async () =>
    (await previewPeriod(platform.system, { period: "2026-01" }))
      .filter((line) => line.partner.id === partner.id)
      .map(({ currency, gross, percents, amount, isClosed }) => ({
        line: { currency, gross, percents, amount },
        isClosed,
      }));
  const before = await previewed();
  expect(before.map(({ isClosed }) => isClosed)).toEqual([false, false]);
  await closePeriod(platform.system, { period: "2026-01" });
  const made = (await listOf(partner)).sort((a, b) => a.currency.localeCompare(b.currency));
  expect(before.map(({ line }) => line)).toMatchObject(
    made.map(({ currency, gross, percents, amount }) => ({ currency, gross, percents, amount })),
  );
  await sell(sale(500, "EUR", "2026-01-12T00:00:00Z"));
  const after = await previewed();
  expect(after).toEqual(before.map(({ line }) => ({ line, isClosed: true })));
});
