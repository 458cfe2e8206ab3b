import { beginImport, finishImport, importBatch } from "../../core/imports/mutations";
import { type ImportKind, MAX_BATCH } from "../../core/imports/schema";
import { closePeriod } from "../../core/payouts/close";
import { correctPayout, markPayout } from "../../core/payouts/mutations";
import { setPrice } from "../../core/prices/mutations";
import { customersOf, type DemoCustomer, monthsOf } from "./customers";
import { memberOf, PARTNERS, type PartnerCode, partnerOf } from "./people";
import { at, DAY_MS, daysAgo, dice, HISTORY_DAYS, pick, type Stage } from "./stage";

type Product = {
  code: string;
  name: string;
  floor: number;
  default_retail: number;
  currency: string;
};

const PRODUCTS: [Product, ...Product[]] = [
  { code: "mailbox", name: "Mailbox", floor: 150, default_retail: 400, currency: "EUR" },
  { code: "backup-100", name: "Backup 100 GB", floor: 390, default_retail: 900, currency: "EUR" },
  { code: "vps-small", name: "Server, small", floor: 450, default_retail: 900, currency: "EUR" },
  { code: "vps-large", name: "Server, large", floor: 1900, default_retail: 3500, currency: "EUR" },
  { code: "domain-com", name: "Domain .com", floor: 980, default_retail: 1400, currency: "USD" },
  {
    code: "ssl-wildcard",
    name: "Wildcard certificate",
    floor: 690,
    default_retail: 1190,
    currency: "USD",
  },
];

/** Acme's price changes over the year. */
const PRICES = [
  { daysAgo: 330, product: "mailbox", amount: 450, by: "owner" },
  { daysAgo: 290, product: "vps-small", amount: 990, by: "owner" },
  { daysAgo: 211, product: "mailbox", amount: 490, by: "developer" },
  { daysAgo: 120, product: "domain-com", amount: 1290, by: "owner" },
  { daysAgo: 61, product: "vps-large", amount: 3290, by: "developer" },
  { daysAgo: 60, product: "vps-large", amount: 3790, by: "owner" },
  { daysAgo: 12, product: "mailbox", amount: 470, by: "developer" },
] as const;

const CROWDS = [
  { code: "acme", count: 260, seed: 11, untilDaysAgo: 0 },
  { code: "nimbus", count: 2, seed: 12, untilDaysAgo: 0 },
  { code: "harbor", count: 34, seed: 13, untilDaysAgo: 24 },
] as const satisfies readonly {
  code: PartnerCode;
  count: number;
  seed: number;
  untilDaysAgo: number;
}[];

/** Creates products, prices, customers, their charges, and the partners' payouts. */
export async function makeBusiness(stage: Stage): Promise<void> {
  await importLines(stage, HISTORY_DAYS - 1, "products", null, PRODUCTS);
  await changePrices(stage);
  for (const crowd of CROWDS) {
    const customers = customersOf(stage, { ...crowd, sinceDays: PARTNERS[crowd.code].sinceDays });
    await importLines(stage, 0.1, "customers", crowd.code, customers);
    const charges = chargesOf(stage, crowd, customers);
    await importLines(stage, 0.05, "charges", crowd.code, charges);
  }
  await closeMonths(stage);
}

/** Imports as `latchkey import` does; skips what exists already. */
async function importLines(
  stage: Stage,
  days: number,
  kind: ImportKind,
  partner: PartnerCode | null,
  records: readonly object[],
): Promise<void> {
  const ctx = at(stage, daysAgo(stage, days));
  const { runId } = await beginImport(ctx, { kind, partner, fileHash: null });
  const lines = records.map((record, index) => ({ line: index + 1, record }));
  for (let afterLine = 0; afterLine < lines.length; afterLine += MAX_BATCH) {
    const some = lines.slice(afterLine, afterLine + MAX_BATCH);
    const throughLine = afterLine + some.length;
    const batch = { kind, partner, runId, afterLine, throughLine, lines: some, unreadable: [] };
    await importBatch(ctx, batch);
  }
  await finishImport(ctx, { runId });
}

async function changePrices(stage: Stage): Promise<void> {
  const { id } = await partnerOf(at(stage, stage.now), "acme");
  const done = await stage.core.db.priceChange.count({ where: { partnerId: id } });
  for (const change of PRICES.slice(done)) {
    const ctx = at(stage, daysAgo(stage, change.daysAgo), await memberOf(stage, "acme", change.by));
    await setPrice(ctx, { partnerId: id, product: change.product, amount: change.amount });
  }
}

/** The partner's price of a product on that day. */
function priceAt(stage: Stage, code: PartnerCode, product: Product, day: Date): number {
  const own = code === "acme" ? PRICES.filter((change) => change.product === product.code) : [];
  const past = own.filter((change) => daysAgo(stage, change.daysAgo) <= day);
  return past.at(-1)?.amount ?? product.default_retail;
}

function chargesOf(
  stage: Stage,
  { code, seed, untilDaysAgo }: (typeof CROWDS)[number],
  customers: readonly DemoCustomer[],
) {
  const roll = dice(seed * 1000);
  const end = daysAgo(stage, untilDaysAgo);
  return customers.flatMap((customer) => {
    const products = [pick(PRODUCTS, roll()), ...(roll() < 0.4 ? [pick(PRODUCTS, roll())] : [])];
    const months = roll() < 0.3 ? 1 + Math.floor(roll() * 6) : 12;
    return [...new Set(products)].flatMap((product) =>
      [...monthsOf(stage, new Date(customer.created_at), months)]
        .filter((day) => day < end)
        .map((day, month) => ({
          external_id: `${customer.external_id}-${product.code}-${month + 1}`,
          customer_external_id: customer.external_id,
          product: product.code,
          amount: priceAt(stage, code, product, day) * (product.code === "mailbox" ? 3 : 1),
          occurred_at: day.toISOString(),
        })),
    );
  });
}

/** Each month is closed on the 2nd of the next and paid on the 5th; the last is still unpaid. */
async function closeMonths(stage: Stage): Promise<void> {
  const months = closedMonths(stage);
  for (const { period, closedAt } of months) await closePeriod(at(stage, closedAt), { period });
  for (const [index, { period, closedAt }] of months.slice(0, -1).entries()) {
    const ctx = at(stage, new Date(closedAt.getTime() + 3 * DAY_MS));
    const isLate = index === months.length - 2;
    for (const { id, currency } of await ctx.db.payout.findMany({
      where: { period, status: "pending", correctsId: null },
    })) {
      const hasBounced = isLate && currency === "USD";
      const reference = hasBounced ? "returned: account closed" : `SEPA ${period} ${currency}`;
      await markPayout(ctx, { payoutId: id, status: hasBounced ? "failed" : "paid", reference });
    }
  }
  await correctOne(stage, months.at(-3));
}

type Month = { period: string; closedAt: Date };

/** The months that have been closed, oldest first. */
function closedMonths(stage: Stage): Month[] {
  const months: Month[] = [];
  const cursor = daysAgo(stage, HISTORY_DAYS - 1);
  for (let month = 0; month <= 12; month++) {
    const first = Date.UTC(cursor.getUTCFullYear(), cursor.getUTCMonth() + month, 1);
    const next = Date.UTC(cursor.getUTCFullYear(), cursor.getUTCMonth() + month + 1, 2, 8);
    if (next >= stage.now.getTime() - 4 * DAY_MS) break;
    months.push({ period: new Date(first).toISOString().slice(0, 7), closedAt: new Date(next) });
  }
  return months;
}

/** A late charge: an adjustment line with the difference. */
async function correctOne(stage: Stage, month: Month | undefined): Promise<void> {
  if (!month) return;
  const { id: partnerId } = await partnerOf(at(stage, stage.now), "acme");
  const charge = {
    external_id: `late-${month.period}`,
    customer_external_id: "ACME-1001",
    product: "vps-large",
    amount: 3790,
    occurred_at: `${month.period}-27T16:20:00Z`,
  };
  await importLines(stage, 20, "charges", "acme", [charge]);
  const ctx = at(stage, daysAgo(stage, 19.9));
  const where = { partnerId, period: month.period, currency: "EUR", correctsId: null };
  const closing = await ctx.db.payout.findFirst({ where });
  if (closing) await correctPayout(ctx, { payoutId: closing.id });
}
