import fc from "fast-check";
import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { newId } from "../kernel/ids";
import type { Partner } from "../partners/schema";
import { saveProduct } from "../products/mutations";
import { addDays, type Days } from "../values/days";
import { shareOf } from "../values/money";
import { intervalsOf } from "./intervals";
import { getMetrics, getProductRevenue } from "./queries";
import { INTERVALS, type Interval, type Metrics } from "./schema";

const CURRENCIES = ["EUR", "USD", "JPY"];
const codeOf = (product: number, currency: string) => `p${product}-${currency.toLowerCase()}`;

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await platformForTests({ clock });
// A product has one currency, so there are two products per currency.
const codes = CURRENCIES.flatMap((currency) =>
  [0, 1].map((n) => ({ currency, code: codeOf(n, currency) })),
);
const save = (own: { code: string; currency: string }) =>
  saveProduct(platform.system, { ...own, name: own.code, floor: 0, defaultRetail: 0 });
const products = new Map((await Promise.all(codes.map(save))).map(({ id, code }) => [code, id]));

type Sale = {
  amount: number;
  currency: string;
  at: Date;
  product: number;
  /** Parts of it that are refunded, and when; every second refund is reversed at that time. */
  refunds?: { part: number; at: Date }[];
};
const instant = fc.date({
  min: new Date("2026-01-28T00:00:00Z"),
  max: new Date("2026-03-20T00:00:00Z"),
  noInvalidDate: true,
});
const sale = fc.record({
  amount: fc.oneof(fc.nat(3), fc.nat(1_000_000), fc.constant(1_000_000_000_000)),
  currency: fc.constantFrom(...CURRENCIES),
  at: instant,
  product: fc.constantFrom(0, 1),
  refunds: fc.array(fc.record({ part: fc.integer({ min: 1, max: 9 }), at: instant }), {
    maxLength: 3,
  }),
});

type Return = Pick<Sale, "amount" | "currency" | "at" | "product"> & {
  type: "refund" | "refund_reversal";
};

/** The refunds of a sale, none of them zero, and the reversals. */
function returnsOf({ refunds = [], amount, currency, product }: Sale): Return[] {
  return refunds.flatMap(({ part, at }, index) => {
    const own = { amount: Math.floor((amount * part) / 30), currency, product, at };
    if (own.amount === 0) return [];
    const refund = { ...own, type: "refund" as const };
    return index % 2 === 0 ? [refund] : [refund, { ...own, type: "refund_reversal" as const }];
  });
}

async function write(partner: Partner, sales: Sale[], customersAt: Date[]): Promise<void> {
  const customers = customersAt.map((createdAt, n) => {
    const email = `c${n}@example.com`;
    return {
      id: newId("customer"),
      partnerId: partner.id,
      email,
      emailKey: email,
      createdAt,
    };
  });
  const rowOf = ({ amount, currency, at, product }: Omit<Return, "type">) => ({
    id: newId("charge"),
    partnerId: partner.id,
    customerId: customers[0]?.id ?? "",
    productId: products.get(codeOf(product, currency)) ?? "",
    externalId: newId("charge"),
    amount,
    currency,
    occurredAt: at,
  });
  const charges = sales.flatMap((sale) => {
    const charge = rowOf(sale);
    let refundId: string | null = null;
    return [
      charge,
      ...returnsOf(sale).map((one) => {
        const row = { ...rowOf(one), type: one.type, chargeId: charge.id };
        if (one.type === "refund_reversal") return { ...row, refundId };
        refundId = row.id;
        return row;
      }),
    ];
  });
  await platform.wiring.core.transact(async (tx) => {
    await tx.customer.createMany({ data: customers });
    await tx.charge.createMany({ data: charges });
  });
}

const isWithin = (at: Date, { from, to }: Days) => at >= new Date(from) && at < new Date(to);

/** Computes the metrics by summing what was written. */
function plainSums(days: Days, interval: Interval, sales: Sale[], customersAt: Date[]): Metrics {
  const inside = sales.filter(({ at }) => isWithin(at, days));
  const returns = sales.flatMap(returnsOf).filter(({ at }) => isWithin(at, days));
  const currencies = [...new Set([...inside, ...returns].map(({ currency }) => currency))].sort();
  const sumOf = (some: Days, currency: string) => {
    const isOwn = (one: Omit<Return, "type">) =>
      one.currency === currency && isWithin(one.at, some);
    const sumsOf = (own: { amount: number }[]) => own.reduce((sum, { amount }) => sum + amount, 0);
    const back = returns.filter(isOwn);
    const refunds = back.filter(({ type }) => type === "refund");
    const reversals = back.filter(({ type }) => type === "refund_reversal");
    const own = inside.filter(isOwn);
    const gross = sumsOf(own);
    const refunded = sumsOf(refunds) - sumsOf(reversals);
    const net = gross - refunded;
    return { currency, charges: own.length, gross, refunds: refunds.length, refunded, net };
  };
  const madeWithin = (some: Days) => customersAt.filter((at) => isWithin(at, some)).length;
  const series = intervalsOf(days, interval, 400).map((point) => ({
    ...point,
    customers: madeWithin({ from: "1970-01-01", to: point.to }),
    newCustomers: madeWithin(point),
    revenue: currencies.map((currency) => sumOf(point, currency)),
  }));
  const revenue = currencies.map((currency) => {
    const sums = sumOf(days, currency);
    return { ...sums, estimatedShare: Number(shareOf(BigInt(sums.net), 2000)) };
  });
  return { ...days, interval, series, totals: { newCustomers: madeWithin(days), revenue } };
}

it("each interval and the totals equal the sum over the charges", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { maxLength: 25 }),
      fc.array(instant, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      async (sales, customersAt, start, length) => {
        const partner = await platform.newPartner();
        await write(partner, sales, customersAt);
        const from = addDays("2026-01-20", start);
        const days = { from, to: addDays(from, length) };
        for (const interval of INTERVALS) {
          const metrics = await getMetrics(platform.system, {
            partnerId: partner.id,
            ...days,
            interval,
          });
          expect(metrics).toEqual(plainSums(days, interval, sales, customersAt));
        }
      },
    ),
    { numRuns: 25 },
  );
});

it("counts a charge at midnight on the day that begins", async () => {
  const partner = await platform.newPartner();
  const at = (text: string) => ({ amount: 1, currency: "EUR", at: new Date(text), product: 0 });
  const sales = [at("2026-02-28T23:59:59.999Z"), at("2026-03-01T00:00:00Z")];
  await write(partner, sales, [clock.now()]);
  const query = { from: "2026-03-01", to: "2026-03-02", interval: "day" } as const;
  const { totals } = await getMetrics(platform.system, { partnerId: partner.id, ...query });
  expect(totals.revenue).toMatchObject([{ charges: 1, gross: 1 }]);
});

it("defaults to the last 30 days by day, including today", async () => {
  const partner = await platform.newPartner();
  const metrics = await getMetrics(platform.system, { partnerId: partner.id, interval: "day" });
  expect(metrics).toMatchObject({ from: "2026-02-14", to: "2026-03-16" });
  expect(metrics.series).toHaveLength(30);
  const until = { to: "2026-01-31", interval: "day" } as const;
  expect((await getMetrics(platform.system, { partnerId: partner.id, ...until })).from).toBe(
    "2026-01-01",
  );
});

it("rejects more than 400 intervals, and ranges that end before they begin", async () => {
  const partner = await platform.newPartner();
  const ask = (from: string, to: string) =>
    getMetrics(platform.system, { partnerId: partner.id, from, to, interval: "day" });
  expect((await ask("2025-01-01", "2026-02-05")).series).toHaveLength(400);
  const refused = { code: "validation_failed" };
  await expect(ask("2025-01-01", "2026-02-06")).rejects.toMatchObject(refused);
  await expect(ask("2026-01-02", "2026-01-02")).rejects.toMatchObject(refused);
  await expect(ask("2026-01-03", "2026-01-02")).rejects.toMatchObject(refused);
});

it("returns revenue per product and currency", async () => {
  const partner = await platform.newPartner();
  const at = new Date("2026-03-10T12:00:00Z");
  const sales = [
    { amount: 500, currency: "EUR", at, product: 0 },
    { amount: 900, currency: "EUR", at, product: 1 },
    { amount: 700, currency: "USD", at, product: 0 },
    { amount: 1, currency: "EUR", at: new Date("2025-01-01"), product: 0 },
  ];
  await write(partner, sales, [at]);
  const revenue = await getProductRevenue(platform.system, { partnerId: partner.id });
  const named = (code: string) => ({ code, name: code });
  const sold = (gross: number) => ({ gross, refunds: 0, refunded: 0, net: gross });
  expect(revenue).toEqual([
    { product: named("p1-eur"), currency: "EUR", charges: 1, ...sold(900) },
    { product: named("p0-eur"), currency: "EUR", charges: 1, ...sold(500) },
    { product: named("p0-usd"), currency: "USD", charges: 1, ...sold(700) },
  ]);
});

it("excludes other partners' data", async () => {
  const [mine, other] = [await platform.newPartner(), await platform.newPartner()];
  const at = clock.now();
  await write(other, [{ amount: 5, currency: "EUR", at, product: 0 }], [at]);
  const owner = platform.as((await platform.newPerson(mine, "owner")).actor);
  const query = { interval: "day" } as const;
  expect((await getMetrics(owner, { partnerId: mine.id, ...query })).totals.revenue).toEqual([]);
  const missing = { code: "not_found" };
  await expect(getMetrics(owner, { partnerId: other.id, ...query })).rejects.toMatchObject(missing);
  await expect(getProductRevenue(owner, { partnerId: other.id })).rejects.toMatchObject(missing);
});
