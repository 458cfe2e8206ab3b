import fc from "fast-check";
import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { charge, newSeller, refund, shopForTests } from "../imports/testing/seller";
import { closePeriod } from "../payouts/close";
import { saveProduct } from "../products/mutations";
import { shareOf } from "../values/money";
import { createTerm } from "./mutations";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);
const pro = { code: "pro", name: "Pro", floor: 0, defaultRetail: 0, currency: "EUR" };
await saveProduct(platform.system, pro);

type Step = { kind: "charge" | "refund" | "term" | "month"; n: number; percent: number };
const step = fc.record<Step>({
  kind: fc.constantFrom("charge", "charge", "refund", "term", "month"),
  n: fc.integer({ min: 0, max: 999 }),
  percent: fc.integer({ min: 0, max: 10_000 }),
});
const PRODUCTS = ["basic", "pro"];

it("at every step each closed month is the sum of its products' shares, at the terms of that month", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      clock.set(new Date("2026-03-15T10:00:00Z"));
      const seller = await newSeller(platform);
      /** The percentages of each month and product in hundredths, as they were when it began. */
      const model = new Map<string, number>();
      const upcoming = new Map<string, { from: string; hundredths: number }[]>();
      for (const [index, { kind, n, percent }] of steps.entries()) {
        const month = clock.now().toISOString().slice(0, 7);
        const product = PRODUCTS[n % 2] ?? "";
        // A third of the rows are of an earlier month.
        const of = n % 3 === 0 ? "2026-03" : month;
        const more = { occurred_at: `${of}-${10 + index}T00:00:00Z`, product };
        if (kind === "charge") await seller.send(charge(`${index}`, n, more));
        if (kind === "refund") {
          const charges = (await seller.charges()).filter(({ type }) => type === "charge");
          const name = charges.at(n % Math.max(1, charges.length))?.externalId ?? "none";
          const { occurred_at } = more;
          await seller.send(refund(`${index}`, name, 1 + (n % 50), { occurred_at }));
        }
        if (kind === "term") {
          const from = addMonths(month, 1 + (n % 2));
          const { partnerId } = seller;
          const term = { partnerId, fromMonth: from, percent: percent / 100, product };
          await createTerm(platform.system, term);
          upcoming.set(product, [...(upcoming.get(product) ?? []), { from, hundredths: percent }]);
        }
        if (kind === "month") {
          note(model, upcoming, month);
          const next = addMonths(month, 1);
          clock.set(new Date(`${next}-02T00:00:00Z`));
          await closePeriod(platform.system, { period: month });
        }
        await expectAgreement(seller, model);
      }
    }),
    { numRuns: 12 },
  );
});

function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Writes down the percentages of a month that ends. */
function note(
  model: Map<string, number>,
  upcoming: Map<string, { from: string; hundredths: number }[]>,
  month: string,
): void {
  for (const product of PRODUCTS) {
    const begun = (upcoming.get(product) ?? []).filter(({ from }) => from <= month);
    const latest = begun.reduce((best, { from }) => (from > best ? from : best), "");
    const found = begun.filter(({ from }) => from === latest).at(-1);
    model.set(`${month} ${product}`, found?.hundredths ?? 2_000);
  }
}

type Seller = Awaited<ReturnType<typeof newSeller>>;

async function expectAgreement(seller: Seller, model: Map<string, number>): Promise<void> {
  const { db } = platform.system;
  const products = new Map(
    (await db.product.findMany({ where: { code: { in: PRODUCTS } } })).map((one) => [
      one.id,
      one.code,
    ]),
  );
  const [rows, payouts] = [await seller.charges(), await seller.payouts()];
  const lines = await db.payoutLine.findMany({
    where: { payoutId: { in: payouts.map(({ id }) => id) } },
  });
  for (const { id, gross, amount } of payouts) {
    const own = lines.filter(({ payoutId }) => payoutId === id);
    expect(own.reduce((sum, one) => sum + one.charges - one.refunded, 0n)).toBe(gross);
    expect(own.reduce((sum, { share }) => sum + share, 0n)).toBe(amount);
  }
  for (const period of new Set(payouts.map((one) => one.period))) {
    let expected = 0n;
    for (const [productId, code] of products) {
      const own = rows.filter(
        (row) => row.productId === productId && row.occurredAt.toISOString().startsWith(period),
      );
      const net = own.reduce(
        (sum, { type, amount }) => sum + (type === "refund" ? -amount : amount),
        0n,
      );
      expected += shareOf(net, model.get(`${period} ${code}`) ?? -1);
    }
    const paid = payouts.filter((one) => one.period === period);
    expect(paid.reduce((sum, { amount }) => sum + amount, 0n)).toBe(expected);
  }
}
