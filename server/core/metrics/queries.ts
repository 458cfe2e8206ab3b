import { assertPartner } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { fail, refuse } from "../kernel/errors";
import { addDays, type Days, dayOf } from "../values/days";
import { roundedShare, toAmount } from "../values/money";
import { intervalsOf } from "./intervals";
import { type DayTotals, readDayTotals, readProductTotals, type Takings } from "./read";
import {
  DEFAULT_DAYS,
  EARLIEST,
  MAX_POINTS,
  type Metrics,
  type MetricsPoint,
  type MetricsQuery,
  type ProductRevenue,
} from "./schema";

/**
 * The partner's customers, charges and revenue, read from the database on every call. Throws
 * `validation_failed` if `from` is not before `to` or the series would be too long, and
 * `not_found`.
 */
export async function getMetrics(
  ctx: Ctx,
  { partnerId, ...query }: OfPartner & MetricsQuery,
): Promise<Metrics> {
  assertPartner(ctx, partnerId);
  const { interval } = query;
  const days = daysOf(query, ctx.clock.now());
  const intervals = intervalsOf(days, interval, MAX_POINTS + 1);
  if (intervals.length > MAX_POINTS) {
    refuse({ path: "interval", message: `Must give at most ${MAX_POINTS} intervals.` });
  }
  const totals = await readDayTotals(ctx, { partnerId, ...days, interval });
  if (!totals) fail("not_found");
  return { ...days, interval, series: seriesOf(intervals, totals), totals: sumUp(totals) };
}

/** Revenue by product and currency, highest first within a currency. */
export async function getProductRevenue(
  ctx: Ctx,
  { partnerId, ...query }: OfPartner & Omit<MetricsQuery, "interval">,
): Promise<ProductRevenue[]> {
  assertPartner(ctx, partnerId);
  const rows = await readProductTotals(ctx, { partnerId, ...daysOf(query, ctx.clock.now()) });
  return rows.map(({ code, name, currency, charges, refunds, ...sums }) => ({
    product: { code, name },
    currency,
    ...revenueOf({ ...sums, charges: Number(charges), refunds: Number(refunds) }),
  }));
}

function daysOf({ from, to }: Omit<MetricsQuery, "interval">, now: Date): Days {
  const end = to ?? dayOf(now, 1);
  const month = addDays(end, -DEFAULT_DAYS);
  const start = from ?? (month < EARLIEST ? EARLIEST : month);
  if (start >= end) {
    const path = from === undefined ? "to" : "from";
    refuse({ path, message: "`from` must be before `to`." });
  }
  return { from: start, to: end };
}

/** One point per interval; every point lists every currency, so that no zero is left out. */
function seriesOf(intervals: Days[], totals: DayTotals): MetricsPoint[] {
  const { currencies, revenue, newCustomers } = totals;
  let customers = totals.customersBefore;
  return intervals.map(({ from, to }) => {
    const added = newCustomers.get(from) ?? 0;
    customers += added;
    const entries = currencies.map((currency) => {
      const found = revenue.get(from)?.get(currency);
      return { currency, ...revenueOf(found ?? NOTHING) };
    });
    return { from, to, customers, newCustomers: added, revenue: entries };
  });
}

function sumUp(totals: DayTotals): Metrics["totals"] {
  const { currencies, revenue, newCustomers, shares } = totals;
  const points = [...revenue.values()];
  const sums = currencies.map((currency) => {
    const own = points.flatMap((point) => point.get(currency) ?? []);
    const sum = own.reduce(addTakings, NOTHING);
    const estimatedShare = toAmount(roundedShare(shares.get(currency) ?? 0n));
    return { currency, ...revenueOf(sum), estimatedShare };
  });
  const added = [...newCustomers.values()].reduce((sum, n) => sum + n, 0);
  return { newCustomers: added, revenue: sums };
}

const NOTHING: Takings = { charges: 0, gross: 0n, refunds: 0, refunded: 0n };

function addTakings(a: Takings, b: Takings): Takings {
  return {
    charges: a.charges + b.charges,
    gross: a.gross + b.gross,
    refunds: a.refunds + b.refunds,
    refunded: a.refunded + b.refunded,
  };
}

function revenueOf({ charges, gross, refunds, refunded }: Takings) {
  return {
    charges,
    gross: toAmount(gross),
    refunds,
    refunded: toAmount(refunded),
    net: toAmount(gross - refunded),
  };
}
