import { beginImport, finishImport, importBatch } from "../../core/imports/mutations";
import { type ImportKind, MAX_BATCH } from "../../core/imports/schema";
import { closePeriod } from "../../core/payouts/close";
import { markPayout } from "../../core/payouts/mutations";
import { setPrice } from "../../core/prices/mutations";
import { customersOf, type DemoCustomer, monthsOf } from "./customers";
import { memberOf, PARTNERS, type PartnerCode, partnerOf } from "./people";
import { lateRows, negativeMonth, partialRefunds, TRAINING } from "./refunds";
import { at, DAY_MS, daysAgo, dice, HISTORY_DAYS, pick, type Stage, type Step } from "./stage";
import { transferDue } from "./transfers";

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
  { code: "meridian", count: 12, seed: 14, untilDaysAgo: 75 },
] as const satisfies readonly {
  code: PartnerCode;
  count: number;
  seed: number;
  untilDaysAgo: number;
}[];

/**
 * Creates products, prices, customers, their charges, and the partners' payouts. Customers and
 * charges are imported before each month is closed, and today.
 */
export function businessSteps(stage: Stage): Step[] {
  const products = importStep(stage, HISTORY_DAYS - 1, {
    kind: "products",
    partner: null,
    records: [...PRODUCTS, TRAINING],
  });
  const months = closedMonths(stage);
  const imports = CROWDS.flatMap((crowd) => importsOf(stage, crowd, months));
  return [products, ...priceSteps(stage), ...imports, ...payoutSteps(stage, months)];
}

/** Of customers and then of charges: new ones before each month is closed, and the rest today. */
function importsOf(stage: Stage, crowd: (typeof CROWDS)[number], months: readonly Month[]): Step[] {
  const { code: partner } = crowd;
  const all = customersOf(stage, { ...crowd, sinceDays: PARTNERS[partner].sinceDays });
  const customers = all.filter(
    ({ created_at }) => crowd.untilDaysAgo < ageOf(stage, new Date(created_at)),
  );
  const sold = chargesOf(stage, crowd, customers);
  const [before, after] = months.slice(-5);
  const charges =
    partner === "acme" && before && after
      ? [...sold, ...partialRefunds(sold), ...negativeMonth(before, after)]
      : sold;
  const ends = [...months.map(({ closedAt }) => ageOf(stage, closedAt) + 0.1), 0.1];
  return ends.flatMap((end, index) => {
    const start = ends[index - 1] ?? HISTORY_DAYS + 1;
    const isNew = (time: string) => {
      const age = ageOf(stage, new Date(time));
      return age < start && age >= end;
    };
    const joined = customers.filter(({ created_at }) => isNew(created_at));
    const charged = charges.filter(({ occurred_at }) => isNew(occurred_at));
    return [
      importStep(stage, end, { kind: "customers", partner, records: joined }),
      importStep(stage, end - 0.05, { kind: "charges", partner, records: charged }),
    ];
  });
}

/** How many days ago a time was. */
function ageOf(stage: Stage, time: Date): number {
  return (stage.now.getTime() - time.getTime()) / DAY_MS;
}

type Import = { kind: ImportKind; partner: PartnerCode | null; records: readonly object[] };

export function importStep(stage: Stage, days: number, file: Import): Step {
  return { daysAgo: days, run: () => importLines(stage, days, file) };
}

/** Imports as `latchkey import` does; skips what exists already. */
async function importLines(
  stage: Stage,
  days: number,
  { kind, partner, records }: Import,
): Promise<void> {
  if (records.length === 0) return;
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

function priceSteps(stage: Stage): Step[] {
  return PRICES.map(({ product, amount, by, ...change }, index) => ({
    daysAgo: change.daysAgo,
    run: async () => {
      const member = await memberOf(stage, "acme", by);
      const { partnerId } = member;
      if ((await stage.core.db.priceChange.count({ where: { partnerId } })) > index) return;
      const ctx = at(stage, daysAgo(stage, change.daysAgo), member);
      await setPrice(ctx, { partnerId, product, amount });
    },
  }));
}

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

const PAID_AFTER_DAYS = 3;

/** Each month is closed on the 2nd of the next and paid on the 5th; the last is still unpaid. */
function payoutSteps(stage: Stage, months: readonly Month[]): Step[] {
  const closings = months.map(({ period, closedAt }) => ({
    daysAgo: ageOf(stage, closedAt),
    run: () => closePeriod(at(stage, closedAt), { period }),
  }));
  const payments = months.slice(0, -1).map((month, index) => ({
    daysAgo: ageOf(stage, month.closedAt) - PAID_AFTER_DAYS,
    run: () => payMonth(stage, month, { isLate: index === months.length - 2 }),
  }));
  return [...closings, ...payments, ...correction(stage, months.at(-3))];
}

async function payMonth(
  stage: Stage,
  { period, closedAt }: Month,
  { isLate }: { isLate: boolean },
): Promise<void> {
  const ctx = at(stage, new Date(closedAt.getTime() + PAID_AFTER_DAYS * DAY_MS));
  const { id: acme } = await partnerOf(ctx, "acme");
  if (isLate) await transferDue(ctx, { partnerId: acme, period });
  for (const { id, currency } of await ctx.db.payout.findMany({
    // A negative one is not paid by itself: a transfer deducts it.
    where: {
      period,
      status: "pending",
      correctsId: null,
      amount: { gte: 0 },
      ...(isLate && { partnerId: { not: acme } }),
    },
  })) {
    const hasBounced = isLate && currency === "USD";
    const reference = hasBounced ? "returned: account closed" : `SEPA ${period} ${currency}`;
    await markPayout(ctx, { payoutId: id, status: hasBounced ? "failed" : "paid", reference });
  }
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

/** A late charge and a late refund of part of it; each adjusts the month. */
function correction(stage: Stage, month: Month | undefined): Step[] {
  if (!month) return [];
  const { charge, refund } = lateRows(month);
  const late = { kind: "charges", partner: "acme" } as const;
  return [
    importStep(stage, 20, { ...late, records: [charge] }),
    importStep(stage, 15, { ...late, records: [refund] }),
  ];
}
