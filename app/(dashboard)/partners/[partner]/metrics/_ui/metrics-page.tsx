"use client";

import { Box } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import type { Metrics } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import type { Series } from "@/app/_ui/chart/chart";
import { ChartCard } from "@/app/_ui/chart/chart-card";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { useNow } from "@/app/_ui/format/use-now";
import { IconChartLine } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { Section } from "@/app/_ui/layout/section";
import { currenciesOf, pointsOf, revenueIn, sumsIn } from "./compare";
import { MetricFigures } from "./figures";
import classes from "./metrics.module.css";
import { MetricsLoading } from "./metrics-loading";
import { ProductsTable } from "./products-table";
import { addDays, type Span, spanBefore, spanOf, VIEW } from "./range";
import { ViewBar } from "./view-bar";

export function MetricsPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { day } = useFormats();
  const [view, setView] = useQueryStates(VIEW);
  const span = spanOf(view, useNow());
  const earlier = spanBefore(span);
  const comparison = view.compare
    ? ` Compared with ${day(earlier.from)} – ${day(addDays(earlier.to, -1))}.`
    : "";
  const kept = { placeholderData: keepPreviousData };
  const now = useQuery(trpc.metrics.get.queryOptions({ partner, ...span }, kept));
  const before = useQuery(
    trpc.metrics.get.queryOptions({ partner, ...earlier }, { ...kept, enabled: view.compare }),
  );
  const compared = view.compare ? before.data : undefined;
  const currencies = currenciesOf(now.data, compared);
  const currency = currencies.find((one) => one === view.currency) ?? currencies[0] ?? "";

  return (
    <>
      <PageHeader
        title="Metrics"
        description={`Revenue and customers. All dates are UTC.${comparison}`}
      />
      <ViewBar
        view={view}
        span={span}
        currencies={currencies}
        currency={currency}
        onChange={(change) => void setView(change)}
      />
      {!now.data && <QueryStatus of={now} what="the metrics" loading={<MetricsLoading />} />}
      {now.data && isEmpty(now.data, compared) && (
        <Empty
          icon={<IconChartLine size={28} stroke={1.5} aria-hidden />}
          title="No data for this period"
          description="Customers and charges appear here once they're recorded. Try a different date range."
        />
      )}
      {now.data && !isEmpty(now.data, compared) && (
        <>
          {view.compare && before.isError && (
            <Box mb="md">
              <QueryStatus of={before} what="the previous period" />
            </Box>
          )}
          <MetricFigures now={now.data} before={compared} currency={currency} />
          <Charts now={now.data} before={compared} currency={currency} />
          {currency !== "" && (
            <Products currency={currency} span={span} earlier={view.compare ? earlier : null} />
          )}
        </>
      )}
    </>
  );
}

function isEmpty(now: Metrics, before: Metrics | undefined): boolean {
  const customers = now.series.at(-1)?.customers ?? 0;
  return customers === 0 && now.totals.revenue.length === 0 && !before?.totals.revenue.length;
}

type ChartsProps = { now: Metrics; before: Metrics | undefined; currency: string };

const POINT_NAMES = { day: "Day", week: "Week of", month: "Month" } as const;
const NOW: Series = { name: "Current period", look: "main" };
const BEFORE: Series = { name: "Previous period", look: "before" };

function Charts({ now, before, currency }: ChartsProps) {
  const { day, shortDay, shortMonth } = useFormats();
  const nowMs = useNow();
  // Beyond a year, a date without its year would be ambiguous.
  const ofDay = now.from.slice(0, 4) === now.to.slice(0, 4) ? shortDay : day;
  const label = ({ from }: { from: string }) =>
    now.interval === "month" ? shortMonth(from.slice(0, 7)) : ofDay(from);
  const points = (value: (point: Metrics["series"][number]) => number) =>
    pointsOf(now, before, { label, value, nowMs });
  const series = before ? [NOW, BEFORE] : [NOW];
  const common = { series, pointName: POINT_NAMES[now.interval] };
  const counts = { ...common, kind: "bar" } as const;
  const hasRefunds = [now, before].some((one) => sumsIn(one, currency).refunds > 0);
  const amounts = { ...common, kind: "line", currency } as const;
  return (
    <div className={classes.charts}>
      {currency !== "" && (
        <ChartCard
          {...amounts}
          title={`Gross revenue (${currency})`}
          points={points((point) => revenueIn(point, currency).gross)}
        />
      )}
      {/* Without refunds, net is gross. */}
      {hasRefunds && (
        <>
          <ChartCard
            {...amounts}
            title={`Net revenue (${currency})`}
            points={points((point) => revenueIn(point, currency).net)}
          />
          <ChartCard
            {...amounts}
            title={`Refunded (${currency})`}
            points={points((point) => revenueIn(point, currency).refunded)}
          />
        </>
      )}
      {currency !== "" && (
        <ChartCard
          {...counts}
          title={`Charges (${currency})`}
          points={points((point) => revenueIn(point, currency).charges)}
        />
      )}
      <ChartCard
        {...counts}
        title="New customers"
        points={points(({ newCustomers }) => newCustomers)}
      />
    </div>
  );
}

type ProductsProps = { currency: string; span: Span; earlier: Span | null };

function Products({ currency, span, earlier }: ProductsProps) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const kept = { placeholderData: keepPreviousData };
  const now = useQuery(
    trpc.metrics.byProduct.queryOptions({ partner, from: span.from, to: span.to }, kept),
  );
  const { from, to } = earlier ?? span;
  const before = useQuery(
    trpc.metrics.byProduct.queryOptions(
      { partner, from, to },
      { ...kept, enabled: earlier !== null },
    ),
  );
  return (
    <Section title="Revenue by product">
      {now.data ? (
        <ProductsTable
          currency={currency}
          days={{ from: span.from, to: span.to }}
          now={now.data}
          before={earlier ? (before.data ?? null) : null}
        />
      ) : (
        <QueryStatus of={now} what="the revenue by product" />
      )}
    </Section>
  );
}
