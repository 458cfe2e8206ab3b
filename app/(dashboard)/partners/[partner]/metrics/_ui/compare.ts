import type { Metrics, ProductRevenue } from "@/app/_trpc/types";
import type { ChartPoint } from "@/app/_ui/chart/chart";

type Point = Metrics["series"][number];
type Sums = Metrics["totals"]["revenue"][number];

const NONE = { charges: 0, gross: 0, refunds: 0, refunded: 0, net: 0 };

/** The totals in a currency; zeros if the period has none. */
export function sumsIn(metrics: Metrics | undefined, currency: string): Sums {
  const found = metrics?.totals.revenue.find((sums) => sums.currency === currency);
  return found ?? { currency, ...NONE, estimatedShare: 0 };
}

/** The revenue of one point in one currency. */
export function revenueIn(point: Point, currency: string): typeof NONE {
  return point.revenue.find((entry) => entry.currency === currency) ?? NONE;
}

/**
 * The points of the chart, each with the point at the same position of the previous period, if
 * that is compared. Today and the week or month around it are unfinished; future points have no
 * value.
 */
export function pointsOf(
  now: Metrics,
  before: Metrics | undefined,
  read: { label: (point: Point) => string; value: (point: Point) => number; nowMs: number },
): ChartPoint[] {
  return now.series.map((point, index) => {
    const other = before?.series[index];
    const earlier = before ? [other ? read.value(other) : null] : [];
    const isAhead = Date.parse(point.from) > read.nowMs;
    return {
      id: point.from,
      label: read.label(point),
      values: [isAhead ? null : read.value(point), ...earlier],
      isUnfinished: !isAhead && Date.parse(point.to) > read.nowMs,
    };
  });
}

/** The currencies of both periods, the one with the most charges first. */
export function currenciesOf(now: Metrics | undefined, before: Metrics | undefined): string[] {
  const sums = [...(now?.totals.revenue ?? []), ...(before?.totals.revenue ?? [])];
  const charges = new Map<string, number>();
  for (const entry of sums) {
    charges.set(entry.currency, (charges.get(entry.currency) ?? 0) + entry.charges);
  }
  return [...charges.keys()].sort(
    (a, b) => (charges.get(b) ?? 0) - (charges.get(a) ?? 0) || a.localeCompare(b, "en"),
  );
}

export type ProductRow = ProductRevenue & {
  /** The share of the period's gross revenue in this currency, 0 to 1. */
  share: number;
  /** The gross revenue of the previous period; null when nothing is compared. */
  before: number | null;
};

/** The products of one currency, including those that only the previous period has. */
export function productsIn(
  currency: string,
  now: readonly ProductRevenue[],
  before: readonly ProductRevenue[] | null,
): ProductRow[] {
  const own = now.filter((row) => row.currency === currency);
  const earlier = (before ?? []).filter((row) => row.currency === currency);
  const total = own.reduce((sum, { gross }) => sum + gross, 0);
  const known = new Set(own.map(({ product }) => product.code));
  const dropped = earlier
    .filter(({ product }) => !known.has(product.code))
    .map((row) => ({ ...row, ...NONE }));
  return [...own, ...dropped].map((row) => ({
    ...row,
    share: total > 0 ? row.gross / total : 0,
    before:
      before === null
        ? null
        : (earlier.find(({ product }) => product.code === row.product.code)?.gross ?? 0),
  }));
}
