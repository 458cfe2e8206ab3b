import pg from "pg";
import type { Core, Ctx } from "../server/core/kernel/actor";
import { SCOPE_NAMES } from "../server/core/kernel/scopes";
import { MAX_PER_MINUTE } from "../server/core/keys/limits";
import { issueKey } from "../server/core/keys/mutations";
import { createPartner } from "../server/core/partners/mutations";
import { saveProduct } from "../server/core/products/mutations";
import { createTerm } from "../server/core/terms/mutations";
import { nextPeriod, periodOf } from "../server/core/values/period";
import { readEnv } from "../server/env";
import { answerFetch } from "../server/rest/fetch";
import { openPostgres } from "../server/stores/postgres";
import { createDatabase } from "../server/testing/template-database";
import { openWiring } from "../server/wiring";

const BASE = "http://latchkey.bench/api/v1/reseller";
const PRODUCTS = 10;

export type MoneySize = { charges: number; partners: number };

/** The product over a database with so many charges of one partner, and so many others that are owed. */
export type MoneyStage = {
  size: MoneySize;
  ctx: Ctx;
  partnerId: string;
  /** The last twelve months that are over, all with charges and open, the earliest first. */
  periods: readonly string[];
  /** Sends a GET to a path below the base and reads the whole response. Throws unless it is 200. */
  get(path: string): Promise<{ data: { id: string }[]; next_cursor: string | null }>;
  close(): Promise<void>;
};

/** Fills a new database on the server at `adminUrl` and opens the product over it. */
export async function openMoneyStage(adminUrl: string, size: MoneySize): Promise<MoneyStage> {
  const database = await createDatabase(adminUrl);
  const wiring = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent" }),
    postgres: openPostgres({ connectionString: database.url }),
    secret: "a secret of the bench, long enough to sign with",
    hasOwnServer: false,
  });
  const ctx = as(wiring.core);
  const { partner } = await createPartner(ctx, { code: "bench", name: "Bench", revsharePct: 20 });
  const periods = lastMonths(12);
  await fill(ctx, database.url, { partnerId: partner.id, periods, size });
  const key = { label: "bench", scopes: [...SCOPE_NAMES], perMinute: MAX_PER_MINUTE };
  const { plaintext } = await issueKey(ctx, { partnerId: partner.id, ...key });
  const headers = { authorization: `Bearer ${plaintext}` };
  return {
    size,
    ctx,
    partnerId: partner.id,
    periods,
    get: async (path) => {
      const request = new Request(BASE + path, { headers });
      const response = await answerFetch(wiring.api, request, { address: "192.0.2.1" });
      if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}`);
      return response.json();
    },
    close: async () => {
      await wiring.close();
      await database.drop();
    },
  };
}

function as(core: Core): Ctx {
  return { ...core, actor: { kind: "system", name: "bench" }, address: null };
}

function lastMonths(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, index) =>
    periodOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + index, 1))),
  );
}

const PORTION = 20_000;

type Filling = { partnerId: string; periods: readonly string[]; size: MoneySize };

async function fill(ctx: Ctx, url: string, { partnerId, periods, size }: Filling): Promise<void> {
  for (let n = 0; n < PRODUCTS; n++) {
    const money = { floor: 100, defaultRetail: 200, currency: n % 5 === 0 ? "USD" : "EUR" };
    await saveProduct(ctx, { code: `p${n}`, name: `Product ${n}`, ...money });
  }
  const fromMonth = nextPeriod(periodOf(new Date()));
  await createTerm(ctx, { partnerId, fromMonth, percent: 25, product: "p1" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(CUSTOMERS, [partnerId, Math.max(1, size.charges / 100)]);
    for (let from = 0; from < size.charges; from += PORTION) {
      const to = Math.min(size.charges, from + PORTION) - 1;
      await client.query(CHARGES, [partnerId, size.charges, from, to, `${periods[0]}-01`]);
      await client.query(REFUNDS, [partnerId, from, to]);
    }
    for (const statement of OTHERS) await client.query(statement, [size.partners]);
    await client.query("VACUUM (ANALYZE)");
  } finally {
    await client.end();
  }
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
