import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { getMetrics } from "../core/metrics/queries";
import { closePeriod } from "../core/payouts/close";
import { recalculatePayout } from "../core/payouts/mutations";
import { previewPeriod } from "../core/payouts/preview";
import { listDue } from "../core/transfers/queries";
import { openPlatform } from "../testing/platform";
import { temporaryFolder } from "../testing/processes";
import { createEmptyDatabase } from "../testing/template-database";
import { migrate, migrationsFolder } from "./migrate";

/** The first migration that is about refunds, terms and transfers. */
const FIRST_OF_MONEY = "20261124174000_charge_types";

/** The migrations of the release before it. */
function earlierMigrations(): string {
  const folder = join(temporaryFolder("earlier-migrations"), "all");
  cpSync(migrationsFolder(), folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name >= FIRST_OF_MONEY && /^\d/.test(name)) rmSync(join(folder, name), { recursive: true });
  }
  return folder;
}

// Shares are rounded half to even, as that release did. January was paid, of February a payout
// failed, March is closed and not paid, April is open.
const FILL = `
  INSERT INTO partners (id, code, name, revshare_pct, created_at)
    VALUES ('prt_1', 'one', 'One', 20, '2025-01-01'), ('prt_2', 'two', 'Two', 12.5, '2025-01-01');
  INSERT INTO products (id, code, name, floor, default_retail, currency, created_at, updated_at)
    SELECT 'prd_' || n, 'p' || n, 'P' || n, 0, 0, (ARRAY['EUR', 'USD', 'JPY'])[1 + n % 3], now(), now()
    FROM generate_series(0, 5) n;
  INSERT INTO customers (id, partner_id, email, email_key, created_at)
    SELECT 'acc_' || n, 'prt_' || 1 + n % 2, n || '@example.com', n || '@example.com', '2025-01-01'
    FROM generate_series(0, 999) n;
  INSERT INTO charges
    (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
    SELECT 'chg_' || n, 'prt_' || 1 + n % 2, 'acc_' || n % 1000, 'prd_' || n % 6, 'x' || n,
      1 + (n * 7919) % 99991, (ARRAY['EUR', 'USD', 'JPY'])[1 + n % 3],
      timestamptz '2026-01-01T00:00:00Z' + n * interval '103 seconds'
    FROM generate_series(0, 99999) n;
  INSERT INTO payouts (id, partner_id, period, currency, gross, revshare_pct, amount, created_at,
      status, reference, settled_at)
    SELECT 'po_' || lpad((row_number() OVER ())::text, 26, '0'), partner_id, period, currency, gross, pct,
      trunc(share) + (share % 1 > 0.5 OR share % 1 = 0.5 AND trunc(share) % 2 = 1)::int, '2026-04-02',
      (CASE period WHEN '2026-01' THEN 'paid' WHEN '2026-02' THEN 'failed' ELSE 'pending' END)::"PayoutStatus",
      CASE WHEN period < '2026-03' THEN 'SEPA ' || period END,
      CASE WHEN period < '2026-03' THEN timestamptz '2026-04-03' END
    FROM (SELECT *, gross * pct / 100 AS share FROM (
      SELECT partner_id, to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS period, currency,
        sum(amount) AS gross, CASE partner_id WHEN 'prt_1' THEN 20 ELSE 12.5 END AS pct
      FROM charges GROUP BY 1, 2, 3
    ) AS month) AS months WHERE period < '2026-04'`;

/** Everything that adds up money, to the unit. */
const SUMS = {
  charges: `SELECT partner_id, currency, count(*), sum(amount) FROM charges GROUP BY 1, 2 ORDER BY 1, 2`,
  days: `SELECT partner_id, day, product_id, currency, charges, gross FROM charge_days ORDER BY 1, 2, 3`,
  payouts: `SELECT id, partner_id, period, currency, gross, revshare_pct, amount, status, reference,
    corrects_id, created_at, settled_at FROM payouts ORDER BY id`,
  partners: `SELECT id, revshare_pct, customer_count FROM partners ORDER BY id`,
};

test("100,000 charges with closed and paid months have the same sums after the migrations, to the unit", async () => {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const read = async () => {
    const found: Record<string, pg.QueryResultRow[]> = {};
    for (const [name, sql] of Object.entries(SUMS)) found[name] = (await client.query(sql)).rows;
    return found;
  };
  await migrate({ connectionString: database.url }, { folder: earlierMigrations() });
  await client.query(FILL);
  const before = await read();
  expect(before.payouts).toHaveLength(18);
  const { applied } = await migrate({ connectionString: database.url });
  expect(applied[0]).toBe(FIRST_OF_MONEY);
  expect(await read()).toEqual(before);

  const platform = await openPlatform({ beside: { databaseUrl: database.url } });
  const { system } = platform;
  // The owed sum is that of what was not paid.
  const owed = (before.payouts ?? []).filter(({ status }) => status !== "paid");
  const due = await listDue(system, { partnerId: null });
  const total = (rows: readonly { amount?: number | string }[]) =>
    rows.reduce((sum, { amount }) => sum + Number(amount), 0);
  expect(total(due)).toBe(total(owed));
  // Closed months are as they were: nothing to adjust.
  for (const { id } of before.payouts ?? []) {
    expect(await recalculatePayout(system, { payoutId: id })).toBeNull();
  }
  const march = await previewPeriod(system, { period: "2026-03" });
  expect(total(march)).toBe(
    total((before.payouts ?? []).filter(({ period }) => period === "2026-03")),
  );
  // The open month is closed from the same charges.
  const closed = await closePeriod(system, { period: "2026-04" });
  const { rows } = await client.query(
    `SELECT currency, sum(amount)::text AS gross FROM charges
     WHERE occurred_at >= '2026-04-01T00:00:00Z' GROUP BY 1 ORDER BY 1`,
  );
  expect(closed.sums.map(({ currency, gross }) => ({ currency, gross: String(gross) }))).toEqual(
    rows,
  );
  const range = { from: "2026-01-01", to: "2026-05-01", interval: "month" } as const;
  const { totals } = await getMetrics(system, { partnerId: "prt_1", ...range });
  const sums = (before.charges ?? []).filter((row) => row.partner_id === "prt_1");
  expect(totals.revenue.map(({ currency, gross }) => [currency, String(gross)])).toEqual(
    sums.map(({ currency, sum }) => [currency, sum]),
  );
  await platform.close();
  await client.end();
  await database.drop();
});
