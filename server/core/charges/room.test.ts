import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { readHome } from "../home/queries";
import { charge, newSeller, refund, shopForTests } from "../imports/testing/seller";
import { getMetrics } from "../metrics/queries";
import { PartnerRanking, rankPartners } from "../partners/ranking";
import { closePeriod } from "../payouts/close";
import { previewPeriod } from "../payouts/preview";
import { sumPayouts } from "../payouts/queries";
import { MAX_AMOUNT } from "../values/currencies";
import { TOO_MUCH } from "./room";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);
const { system } = platform;
const LIMIT = Number.MAX_SAFE_INTEGER;
const FULL = Math.floor(LIMIT / MAX_AMOUNT);
const february = { occurred_at: "2026-02-20T12:00:00Z" };

type Seller = Awaited<ReturnType<typeof newSeller>>;

/** A partner with a share of 100% and this many charges of the largest amount. */
async function sellerWith(charges: number): Promise<Seller> {
  const seller = await newSeller(platform);
  const { partnerId, customerId } = seller;
  await platform.wiring.core.transact(async (tx) => {
    await tx.partner.update({ where: { id: partnerId }, data: { revsharePct: 100 } });
    await tx.$executeRaw`
      INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
      SELECT ${customerId} || n, ${partnerId}, ${customerId}, id, 'full-' || n, ${MAX_AMOUNT}::bigint,
             currency, '2026-02-20T12:00:00Z'::timestamptz
      FROM products, generate_series(1, ${charges}::int) AS n WHERE code = 'basic'`;
  });
  return seller;
}

it("what takes the sum beyond what JSON carries exactly is refused, each charge by itself", async () => {
  const { partnerId, send, payouts } = await sellerWith(FULL);
  const rest = LIMIT % MAX_AMOUNT;
  const usd = { ...february, product: "usd" };
  const lines = [
    charge("1", rest + 1, february),
    charge("2", rest - 1, february),
    charge("3", 2, february),
    charge("4", MAX_AMOUNT, usd),
    charge("5", 1, february),
    charge("6", 1),
  ];
  const reason = `amount: ${TOO_MUCH}`;
  expect(await send(...lines)).toEqual({
    imported: 3,
    existing: 0,
    reasons: Array(3).fill(reason),
  });
  const again = await send(...lines, charge("full-1", MAX_AMOUNT, february));
  expect(again).toEqual({ imported: 0, existing: 4, reasons: Array(3).fill(reason) });
  const days = { from: "2026-01-01", to: "2026-03-15", interval: "month" } as const;
  const { totals } = await getMetrics(system, { partnerId, ...days });
  expect(totals.revenue).toMatchObject([
    { currency: "EUR", gross: LIMIT, estimatedShare: LIMIT },
    { currency: "USD", gross: MAX_AMOUNT },
  ]);
  await closePeriod(system, { period: "2026-02" });
  expect((await payouts()).map(({ amount }) => amount)).toContain(BigInt(LIMIT));
  const late = await send(refund("8", "full-1", MAX_AMOUNT, february), charge("7", 1, february));
  expect(late).toEqual({ imported: 1, existing: 0, reasons: [reason] });
});

it("sums over partners stop there, and a partner beyond the limit hides and stops no other", async () => {
  await sellerWith(FULL);
  const tooMuch = await sellerWith(FULL + 1);
  const last = await newSeller(platform);
  await last.send(charge("1", 100, february));
  const preview = await previewPeriod(system, { period: "2026-02" });
  const previewed = new Map(preview.map(({ partner, gross }) => [partner.id, gross]));
  expect(previewed.get(tooMuch.partnerId)).toBe(LIMIT);
  expect(previewed.get(last.partnerId)).toBe(100);
  await expect(closePeriod(system, { period: "2026-02" })).rejects.toThrow(tooMuch.partnerId);
  expect(await tooMuch.payouts()).toEqual([]);
  expect(await last.payouts()).toMatchObject([{ amount: expect.anything() }]);
  const sums = await sumPayouts(system, { partnerId: null });
  expect(sums).toContainEqual({ currency: "EUR", status: "pending", payouts: 4, amount: LIMIT });
  const { partners } = (await readHome(system)).revenue;
  expect(partners[0]?.revenue[0]?.amount).toBe(LIMIT);
  const ranked = await rankPartners(system, PartnerRanking.parse({ sort: "-revenue" }));
  expect(ranked.data[0]).toMatchObject({ id: tooMuch.partnerId, revenue: [{ amount: LIMIT }] });
});
