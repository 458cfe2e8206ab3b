import type pg from "pg";
import type { Ctx } from "../server/core/kernel/actor";
import { createTerm } from "../server/core/terms/mutations";
import { nextPeriod, periodOf } from "../server/core/values/period";
import { type BenchPartner, openBenchPartner, PRODUCTS } from "./partner";

export type MoneySize = { charges: number; partners: number };

/** A database with so many charges of one partner, and so many other partners that are owed money. */
export type MoneyStage = Omit<BenchPartner, "get"> & {
  size: MoneySize;
  /** The last twelve months that are over, all with charges and open, the earliest first. */
  periods: readonly string[];
  get(path: string): Promise<{ data: { id: string }[]; next_cursor: string | null }>;
};

/** Fills a new database on the server at `adminUrl` and opens the product over it. */
export async function openMoneyStage(adminUrl: string, size: MoneySize): Promise<MoneyStage> {
  const periods = lastMonths(12);
  const partner = await openBenchPartner(adminUrl, (into) => fill(into, { periods, size }));
  return {
    ...partner,
    size,
    periods,
    get: (path) => partner.get(path) as ReturnType<MoneyStage["get"]>,
  };
}

function lastMonths(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, index) =>
    periodOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + index, 1))),
  );
}

const PORTION = 20_000;

type Into = { ctx: Ctx; client: pg.Client; partnerId: string };
type Filling = { periods: readonly string[]; size: MoneySize };

async function fill({ ctx, client, partnerId }: Into, { periods, size }: Filling): Promise<void> {
  const fromMonth = nextPeriod(periodOf(new Date()));
  await createTerm(ctx, { partnerId, fromMonth, percent: 25, product: "p1" });
  await client.query(CUSTOMERS, [partnerId, Math.max(1, size.charges / 100)]);
  for (let from = 0; from < size.charges; from += PORTION) {
    const to = Math.min(size.charges, from + PORTION) - 1;
    await client.query(CHARGES, [partnerId, size.charges, from, to, `${periods[0]}-01`]);
    await client.query(REFUNDS, [partnerId, from, to]);
  }
  await client.query(PAYOUT_DETAILS, [partnerId]);
  for (const statement of OTHERS) await client.query(statement, [size.partners]);
}

const ID = "lpad(n::text, 26, '0')";
const CUSTOMERS = `
  INSERT INTO customers (id, partner_id, email, email_key, external_id, created_at)
  SELECT 'acc_' || ${ID}, $1, n || '@example.com', n || '@example.com', 'c-' || n, now() - interval '3 years'
  FROM generate_series(0, $2::bigint - 1) n`;
// In chronological order over the twelve months, the currency by the product.
const CHARGES = `
  INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
  SELECT 'chg_' || ${ID}, $1, 'acc_' || lpad((n / 100)::text, 26, '0'),
    (SELECT id FROM products WHERE code = 'p' || (n % ${PRODUCTS})), 'x-' || n, 100 + n % 9973,
    CASE WHEN n % 5 = 0 THEN 'USD' ELSE 'EUR' END,
    date_trunc('milliseconds', $5::date + interval '364 days' * (n::float8 / $2::float8))
  FROM generate_series($3::bigint, $4::bigint) n`;
// Of one charge in fifty, half.
const REFUNDS = `
  INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at,
    type, charge_id)
  SELECT 'chg_r' || substr(id, 6), partner_id, customer_id, product_id, 'r-' || external_id, amount / 2,
    currency, occurred_at, 'refund', id
  FROM charges WHERE partner_id = $1 AND type = 'charge' AND id IN (
    SELECT 'chg_' || ${ID} FROM generate_series($2::bigint, $3::bigint) n WHERE n % 50 = 0)`;
/** In force. Nothing opens them, so that statements name the partner. */
const PAYOUT_DETAILS = `
  INSERT INTO payout_details
    (id, partner_id, version, sealed, sealed_by, created_at, created_by, effective_at)
  VALUES ('pdt_b', $1, 1, 'x', 'x', '2020-01-01', 'x', '2020-01-01')`;
/** Partners with payout details and three unpaid payouts each, of which one is negative. */
const OTHERS = [
  `INSERT INTO partners (id, code, name, revshare_pct, created_at)
   SELECT 'prt_' || ${ID}, 'other-' || n, 'Other ' || n, 20, now() FROM generate_series(1, $1::int) n`,
  `INSERT INTO payout_details
     (id, partner_id, version, sealed, sealed_by, created_at, created_by, effective_at)
   SELECT 'pdt_' || ${ID}, 'prt_' || ${ID}, 1, 'x', 'x', '2020-01-01', 'x', '2020-01-01'
   FROM generate_series(1, $1::int) n`,
  `INSERT INTO payouts (id, partner_id, period, currency, gross, revshare_pct, amount, created_at)
   SELECT 'po_' || lpad((n * 10 + m)::text, 26, '0'), 'prt_' || ${ID}, '2015-0' || m, 'EUR',
     (CASE m WHEN 3 THEN -5 ELSE 500 END), 20, (CASE m WHEN 3 THEN -1 ELSE 100 END), '2020-01-01'
   FROM generate_series(1, $1::int) n, generate_series(1, 3) m`,
  // Three years that are paid.
  `INSERT INTO payouts (id, partner_id, period, currency, gross, revshare_pct, amount, created_at,
     status, reference, settled_at)
   SELECT 'po_p' || lpad((n * 100 + m)::text, 25, '0'), 'prt_' || ${ID},
     to_char(date '2010-01-01' + m * interval '1 month', 'YYYY-MM'), 'EUR', 500, 20, 100, '2020-01-01',
     'paid', 'R', '2020-01-01'
   FROM generate_series(1, $1::int) n, generate_series(0, 35) m`,
];
