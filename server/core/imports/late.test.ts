import fc from "fast-check";
import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { closePeriod } from "../payouts/close";
import { recalculatePayout } from "../payouts/mutations";
import { shareOf } from "../values/money";
import { charge, newSeller, refund, reversal, shopForTests } from "./testing/seller";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);

it("late rows adjust their closed month at its own percentage, once for each batch", async () => {
  const { send, partnerId, payouts } = await newSeller(platform);
  const february = { occurred_at: "2026-02-10T00:00:00Z" };
  await send(charge("a", 1_000, february));
  await closePeriod(platform.system, { period: "2026-02" });
  const raise = { where: { id: partnerId }, data: { revsharePct: 50 } };
  await platform.wiring.core.transact((tx) => tx.partner.update(raise));
  clock.advance(1);
  const late = [charge("b", 100, february), refund("r", "a", 600, february)];
  await send(...late, refund("s", "a", 5));
  await send(...late);
  clock.advance(1);
  // Dollars were first sold after the closing: at the month's percentage too, not at today's.
  await send(charge("d", 100, { ...february, product: "usd" }));
  const [closing, ...others] = await payouts();
  expect(closing).toMatchObject({ gross: 1_000n, amount: 200n, correctsId: null });
  expect(others).toMatchObject([
    { currency: "EUR", gross: -500n, amount: -100n, correctsId: closing?.id },
    { currency: "USD", gross: 100n, amount: 20n, correctsId: null },
  ]);
  const rows = await platform.system.db.charge.findMany({
    where: { partnerId, late: true },
    orderBy: { externalId: "asc" },
  });
  const [adjustment, dollars] = others;
  expect(rows.map(({ externalId, payoutId }) => [externalId, payoutId])).toEqual([
    ["b", adjustment?.id],
    ["d", dollars?.id],
    ["r", adjustment?.id],
  ]);
  const events = await platform.system.db.auditEvent.findMany({
    where: { partnerId, action: "charges.imported" },
    orderBy: { id: "desc" },
  });
  expect(events.map(({ detail }) => (detail as { late?: number }).late)).toContain(2);
});

it("late rows that cancel each other out make no payout", async () => {
  const { send, payouts } = await newSeller(platform);
  const february = { occurred_at: "2026-02-10T00:00:00Z" };
  await send(charge("a", 1_000, february));
  await closePeriod(platform.system, { period: "2026-02" });
  await send(charge("b", 7, february), refund("r", "b", 7, february));
  expect(await payouts()).toHaveLength(1);
  clock.advance(1);
  await send(charge("c", 10, february));
  expect(await payouts()).toMatchObject([{}, { gross: 10n, amount: 2n }]);
});

it("a month with more refunds than charges has a negative payout", async () => {
  const { send, payouts } = await newSeller(platform);
  await send(charge("a", 1_000, { occurred_at: "2026-01-10T00:00:00Z" }));
  await closePeriod(platform.system, { period: "2026-01" });
  await send(refund("r", "a", 999, { occurred_at: "2026-02-10T00:00:00Z" }));
  await closePeriod(platform.system, { period: "2026-02" });
  expect(await payouts()).toMatchObject([
    { period: "2026-01", gross: 1_000n, amount: 200n },
    { period: "2026-02", gross: -999n, amount: -200n, correctsId: null },
  ]);
});

type Act = {
  kind: "charge" | "refund" | "reversal" | "close" | "recalculate";
  of: number;
  amount: number;
};
const MONTHS = ["2026-01", "2026-02"];
const act = fc.record({
  kind: fc.constantFrom("charge", "charge", "refund", "refund", "reversal", "close", "recalculate"),
  of: fc.nat(9),
  amount: fc.integer({ min: 1, max: 999 }),
});

it("at every step the rows, the day totals and the payouts agree", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 4, maxLength: 14 }),
      fc.integer({ min: 0, max: 10_000 }),
      async (acts, hundredths) => {
        const seller = await newSeller(platform);
        await setShare(seller.partnerId, hundredths);
        for (const [step, one] of acts.entries()) {
          await perform(seller, one as Act, step);
          await expectAgreement(seller, hundredths);
        }
      },
    ),
    { numRuns: 15 },
  );
});

type Seller = Awaited<ReturnType<typeof newSeller>>;

async function setShare(id: string, hundredths: number): Promise<void> {
  const data = { revsharePct: hundredths / 100 };
  await platform.wiring.core.transact((tx) => tx.partner.update({ where: { id }, data }));
}

async function perform(seller: Seller, { kind, of, amount }: Act, step: number): Promise<void> {
  const period = MONTHS[of % 2] ?? "";
  // Later steps are later in the month, so that no refund is dated before its charge.
  const at = (month: string) => ({ occurred_at: `${month}-${10 + step}T00:00:00Z` });
  const rows = await seller.charges();
  const pick = (type: string) =>
    rows.filter((row) => row.type === type).at(of)?.externalId ?? "none";
  const product = of % 3 === 0 ? "usd" : "basic";
  if (kind === "charge") await seller.send(charge(`${step}`, amount, { ...at(period), product }));
  if (kind === "refund")
    await seller.send(refund(`${step}`, pick("charge"), amount, at("2026-02")));
  if (kind === "reversal") {
    await seller.send(reversal(`${step}`, pick("refund"), amount, at("2026-02")));
  }
  if (kind === "close") await closePeriod(platform.system, { period });
  if (kind === "recalculate") {
    const line = (await seller.payouts()).at(of);
    // Each late row has adjusted its month already.
    if (line) expect(await recalculatePayout(platform.system, { payoutId: line.id })).toBeNull();
  }
}

async function expectAgreement({ partnerId, charges, payouts }: Seller, hundredths: number) {
  const [rows, lines] = [await charges(), await payouts()];
  const net = (some: typeof rows) =>
    some.reduce((sum, { type, amount }) => sum + (type === "refund" ? -amount : amount), 0n);
  const days = await platform.system.db.chargeDay.findMany({ where: { partnerId } });
  for (const period of MONTHS) {
    for (const currency of ["EUR", "USD"]) {
      const isOf = (day: Date, its: string) =>
        day.toISOString().startsWith(period) && its === currency;
      const own = rows.filter((row) => isOf(row.occurredAt, row.currency));
      const totals = days.filter((row) => isOf(row.day, row.currency));
      expect(totals.reduce((sum, { gross }) => sum + gross, 0n)).toBe(net(own));
      const paid = lines.filter((line) => line.period === period && line.currency === currency);
      if (paid.length === 0) continue;
      expect(paid.reduce((sum, { gross }) => sum + gross, 0n)).toBe(net(own));
      const amount = paid.reduce((sum, line) => sum + line.amount, 0n);
      expect(amount).toBe(shareOf(net(own), hundredths));
      for (const { id, gross, correctsId } of paid) {
        const isIn = ({ late, payoutId }: (typeof rows)[number]) =>
          payoutId === id || (correctsId === null && !late);
        expect(net(own.filter(isIn))).toBe(gross);
      }
    }
  }
}
