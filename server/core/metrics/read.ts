import type { Ctx, OfPartner } from "../kernel/actor";
import { readTerms } from "../terms/queries";
import type { Days } from "../values/days";
import { hundredthsOf, type Terms } from "../values/terms";
import type { Interval } from "./schema";

export type Takings = { charges: number; gross: bigint; refunds: number; refunded: bigint };

/** A partner's sums, by the first day of each interval; amounts in minor units. */
export type DayTotals = {
  /** The currencies of all intervals, in alphabetical order. */
  currencies: string[];
  revenue: Map<string, Map<string, Takings>>;
  newCustomers: Map<string, number>;
  /** Customers at the start of the first interval. */
  customersBefore: number;
  /** The partner's share by currency, at the terms of each month and product, times 10,000. */
  shares: Map<string, bigint>;
};

type Row = {
  kind: "customers" | "revenue" | "share" | "partner";
  /** The first day of the interval; null: before the first. Of a share, the month. */
  at: string | null;
  currency: string | null;
  productId: string | null;
  n: bigint;
  gross: bigint;
  refunds: bigint;
  refunded: bigint;
};

/**
 * Sums the day totals, which triggers maintain, in one statement, so that all numbers are from the
 * same moment. Null if there is no such partner.
 */
export async function readDayTotals(
  ctx: Ctx,
  { partnerId, ...days }: OfPartner & Days & { interval: Interval },
): Promise<DayTotals | null> {
  const { from, to, interval } = days;
  const rows = await ctx.db.$queryRaw<Row[]>`
    WITH asked AS (SELECT ${from}::text::date AS first, ${to}::text::date AS stop, ${interval}::text AS unit)
    SELECT 'revenue' AS kind, greatest(date_trunc(unit, day::timestamp)::date, first)::text AS at,
           currency, NULL AS "productId", sum(charges - refunds - reversals)::bigint AS n,
           sum(gross + refunded)::bigint AS gross,
           sum(refunds)::bigint AS refunds, sum(refunded)::bigint AS refunded
    FROM charge_days, asked
    WHERE partner_id = ${partnerId} AND day >= first AND day < stop AND charges > 0
    GROUP BY 2, 3
    UNION ALL
    SELECT 'customers',
           CASE WHEN day >= first THEN greatest(date_trunc(unit, day::timestamp)::date, first)::text END,
           NULL, NULL, sum(customers)::bigint, 0, 0, 0
    FROM customer_days, asked
    WHERE partner_id = ${partnerId} AND day < stop
    GROUP BY 2
    UNION ALL
    SELECT 'share', to_char(day, 'YYYY-MM'), currency, product_id, 0, sum(gross)::bigint, 0, 0
    FROM charge_days, asked
    WHERE partner_id = ${partnerId} AND day >= first AND day < stop
    GROUP BY 2, 3, 4
    UNION ALL
    SELECT 'partner', NULL, NULL, NULL, 0, 0, 0, 0 FROM partners WHERE id = ${partnerId}`;
  if (!rows.some(({ kind }) => kind === "partner")) return null;
  const terms = await readTerms(ctx.db, { partnerId, period: to.slice(0, 7) });
  return { ...arrange(rows), shares: sharesOf(rows, terms) };
}

function sharesOf(rows: readonly Row[], terms: Terms): DayTotals["shares"] {
  const shares: DayTotals["shares"] = new Map();
  for (const { kind, at, currency, productId, gross: net } of rows) {
    if (kind !== "share" || at === null || currency === null) continue;
    const share = net * BigInt(hundredthsOf(terms, { productId, period: at }));
    shares.set(currency, (shares.get(currency) ?? 0n) + share);
  }
  return shares;
}

function arrange(rows: readonly Row[]): Omit<DayTotals, "shares"> {
  const totals: Omit<DayTotals, "shares"> = {
    currencies: [],
    revenue: new Map(),
    newCustomers: new Map(),
    customersBefore: 0,
  };
  for (const { kind, at, currency, n, gross, refunds, refunded } of rows) {
    if (kind === "customers") {
      if (at === null) totals.customersBefore = Number(n);
      else totals.newCustomers.set(at, Number(n));
    } else if (kind === "revenue" && at !== null && currency !== null) {
      const takings = { charges: Number(n), gross, refunds: Number(refunds), refunded };
      const entry = totals.revenue.get(at) ?? new Map<string, Takings>();
      totals.revenue.set(at, entry.set(currency, takings));
    }
  }
  const currencies = [...totals.revenue.values()].flatMap((entry) => [...entry.keys()]);
  totals.currencies = [...new Set(currencies)].sort();
  return totals;
}

type ProductRow = {
  code: string;
  name: string;
  currency: string;
  charges: bigint;
  gross: bigint;
  refunds: bigint;
  refunded: bigint;
};

/** The sums by product and currency. */
export function readProductTotals(
  ctx: Ctx,
  { partnerId, from, to }: OfPartner & Days,
): Promise<ProductRow[]> {
  return ctx.db.$queryRaw<ProductRow[]>`
    SELECT products.code, products.name, days.currency,
           sum(days.charges - days.refunds - days.reversals)::bigint AS charges,
           sum(days.gross + days.refunded)::bigint AS gross,
           sum(days.refunds)::bigint AS refunds, sum(days.refunded)::bigint AS refunded
    FROM charge_days AS days JOIN products ON products.id = days.product_id
    WHERE days.partner_id = ${partnerId} AND days.charges > 0
      AND days.day >= ${from}::text::date AND days.day < ${to}::text::date
    GROUP BY 1, 2, 3
    ORDER BY 3, 5 DESC, 1`;
}
