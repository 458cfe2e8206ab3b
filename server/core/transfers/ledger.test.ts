import fc from "fast-check";
import { expect, it } from "vitest";
import { isThorough } from "../../testing/extent";
import { steppingClock } from "../../testing/platform";
import { charge, newSeller, refund, shopForTests } from "../imports/testing/seller";
import { changePayoutDetails } from "../payout-details/mutations";
import { closePeriod } from "../payouts/close";
import { markPayout, recalculatePayout } from "../payouts/mutations";
import { DETAILS, transfersOf } from "./testing/owed";

const DAY_MS = 86_400_000;
const start = new Date("2026-03-15T10:00:00Z");
const clock = steppingClock(start);
const platform = await shopForTests(clock);

const KINDS = [
  ...["charge", "charge", "refund", "close", "recalculate", "pay", "pay", "pay"],
  ...["sent", "paid", "paid", "failed", "cancel", "by hand", "terms", "details", "wait"],
] as const;
const MONTHS = ["2026-01", "2026-02"];
const act = fc.record({
  kind: fc.constantFrom(...KINDS),
  of: fc.nat(9),
  amount: fc.integer({ min: 1, max: 999 }),
});
type Act = { kind: string; of: number; amount: number };

/** A seller who is paid, and what its bank account got by a ledger of its own. */
async function newPaidSeller() {
  const seller = await newSeller(platform);
  const { partnerId } = seller;
  const operator = transfersOf(platform.system, partnerId);
  const atOnce = {
    ...platform.system,
    payoutDetails: { ...platform.system.payoutDetails, waitHours: 0 },
  };
  await changePayoutDetails(atOnce, { partnerId, ...DETAILS });
  const at = (period: string) => ({ occurred_at: `${period}-05T00:00:00Z` });
  await seller.send(...MONTHS.map((period) => charge(period, 1_000, at(period))));
  await closePeriod(platform.system, { period: MONTHS[0] ?? "" });
  return { ...seller, ...operator, received: { EUR: 0, USD: 0 } as Record<string, number> };
}
type Seller = Awaited<ReturnType<typeof newPaidSeller>>;

/** Marks a transfer as the bank would: what it was paid and what came back is noted apart. */
async function settle(seller: Seller, { of, kind, amount }: Act): Promise<void> {
  const all = await seller.transfers();
  const transfer = all[of % Math.max(all.length, 1)];
  if (!transfer) return;
  const status = kind as "sent" | "paid" | "failed";
  const { isChanged } = await seller.mark(transfer.id, status, `R-${amount}`);
  if (!isChanged) return;
  const sum = Number(transfer.amount);
  const currency = seller.received[transfer.currency] ?? 0;
  if (status === "paid") seller.received[transfer.currency] = currency + sum;
  const wasPaid = transfer.status === "paid";
  if (status === "failed" && wasPaid) seller.received[transfer.currency] = currency - sum;
}

async function markByHand(seller: Seller, { of, amount }: Act): Promise<void> {
  const all = await seller.payouts();
  const payout = all[of % Math.max(all.length, 1)];
  if (!payout) return;
  const status = amount % 2 ? ("paid" as const) : ("failed" as const);
  const mark = { payoutId: payout.id, status, reference: `H-${amount}` };
  const marked = await markPayout(platform.system, mark).catch((error: { code: string }) => {
    expect(error.code).toBe("conflict");
    return null;
  });
  if (!marked || payout.status === status) return;
  const change = status === "paid" ? 1 : payout.status === "paid" ? -1 : 0;
  const before = seller.received[payout.currency] ?? 0;
  seller.received[payout.currency] = before + change * Number(payout.amount);
}

async function perform(seller: Seller, one: Act, step: number): Promise<void> {
  const { kind, of, amount } = one;
  const { partnerId, send } = seller;
  const period = MONTHS[of % 2] ?? "";
  const more = {
    occurred_at: `${period}-${10 + step}T00:00:00Z`,
    ...(of > 6 && { product: "usd" }),
  };
  if (kind === "charge") await send(charge(`${step}`, amount, more));
  if (kind === "refund")
    await send(refund(`${step}`, `${of}`, amount, { occurred_at: more.occurred_at }));
  if (kind === "close") await closePeriod(platform.system, { period });
  if (kind === "recalculate") {
    const payout = (await seller.payouts())[of];
    if (payout) await recalculatePayout(platform.system, { payoutId: payout.id });
  }
  if (kind === "pay") await seller.pay(undefined, of > 6 ? "USD" : "EUR");
  if (kind === "sent" || kind === "paid" || kind === "failed") await settle(seller, one);
  if (kind === "cancel") {
    const pending = (await seller.transfers()).find(({ status }) => status === "pending");
    if (pending) await seller.cancel(pending.id);
  }
  if (kind === "by hand") await markByHand(seller, one);
  if (kind === "terms") {
    const data = { minimumPayout: amount % 50, holdDays: of % 3 };
    await platform.wiring.core.transact((tx) =>
      tx.partner.update({ where: { id: partnerId }, data }),
    );
  }
  if (kind === "details") {
    await changePayoutDetails(platform.system, { partnerId, ...DETAILS, holder: `H ${step}` });
  }
  if (kind === "wait") clock.advance((of + 1) * DAY_MS);
}

/** So that the property can't become one of sellers who are never paid. */
const seen = { transfers: 0 };

const sum = (amounts: readonly (bigint | number)[]) =>
  amounts.reduce((total: number, one) => total + Number(one), 0);

async function expectAgreement(seller: Seller): Promise<void> {
  const { partnerId, received } = seller;
  const payouts = await seller.payouts();
  const transfers = await seller.transfers();
  const due = await seller.due();
  const links = await platform.system.db.transferPayout.findMany({
    where: { payout: { partnerId } },
    include: { payout: true },
  });
  const active = links.filter(({ isActive }) => isActive).map(({ payoutId }) => payoutId);
  seen.transfers = Math.max(seen.transfers, transfers.length);
  expect(new Set(active).size).toBe(active.length);
  for (const { id, amount } of transfers) {
    const own = links.filter(({ transferId }) => transferId === id);
    expect(sum(own.map(({ payout }) => payout.amount))).toBe(Number(amount));
  }
  for (const currency of ["EUR", "USD"]) {
    const isOf = (one: { currency: string }) => one.currency === currency;
    const all = payouts.filter(isOf);
    const paid = all.filter(({ status }) => status === "paid");
    expect(sum(paid.map(({ amount }) => amount))).toBe(received[currency]);
    const open = transfers.filter(isOf).filter(({ status }) => /pending|sent/.test(status));
    const carried = due.filter(isOf).map(({ amount, held }) => amount + held);
    const parts = [sum(carried), sum(open.map(({ amount }) => amount)), received[currency] ?? 0];
    expect(sum(parts)).toBe(sum(all.map(({ amount }) => amount)));
  }
}

it("at every step, what was paid, is on its way and is due adds up to what is owed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 18 }), async (acts) => {
      const seller = await newPaidSeller();
      for (const [step, one] of acts.entries()) {
        await perform(seller, one, step);
        await expectAgreement(seller);
      }
    }),
    { numRuns: isThorough ? 25 : 10 },
  );
  expect(seen.transfers).toBeGreaterThan(0);
});
