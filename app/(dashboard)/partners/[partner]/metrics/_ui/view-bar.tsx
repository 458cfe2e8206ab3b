import { SegmentedControl, Skeleton, Switch } from "@mantine/core";
import { LazySelect } from "@/app/_ui/form/lazy-select";
import { onDemand } from "@/app/_ui/load/on-demand";
import { ExportButton } from "@/app/_ui/table/export-button";
import bar from "@/app/_ui/table/filter-bar.module.css";
import classes from "./metrics.module.css";
import { addDays, INTERVALS, RANGES, type Span, type View } from "./range";

// A calendar is heavy, and most users press a button instead.
const RangePicker = onDemand({
  load: async () => (await import("./range-picker")).RangePicker,
  placeholder: <Skeleton height={36} width={260} radius="md" />,
});

const RANGE_LABELS = {
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "12m": "12 months",
  custom: "Custom",
} as const;
const INTERVAL_LABELS = { day: "Daily", week: "Weekly", month: "Monthly" } as const;

type Props = {
  view: View;
  span: Span;
  currencies: readonly string[];
  currency: string;
  onChange: (change: Partial<View>) => void;
};

/** The controls of the page: range, interval, currency and comparison. */
export function ViewBar({ view, span, currencies, currency, onChange }: Props) {
  const lastDay = addDays(span.to, -1);
  return (
    <search className={bar.bar}>
      <div className={bar.filters} data-open>
        <SegmentedControl
          size="sm"
          aria-label="Date range"
          classNames={{ root: classes.range, label: classes.rangeLabel }}
          value={view.range}
          onChange={(value) => {
            const range = RANGES.find((one) => one === value) ?? "30d";
            const isCustom = range === "custom";
            // A custom range starts with the days that are shown.
            onChange({
              range,
              interval: null,
              from: isCustom ? span.from : null,
              to: isCustom ? lastDay : null,
            });
          }}
          data={RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
        />
        {view.range === "custom" && (
          <RangePicker
            from={span.from}
            to={lastDay}
            onChange={(days) => onChange({ ...days, interval: null })}
          />
        )}
        <LazySelect
          size="sm"
          className={classes.interval}
          aria-label="Interval"
          data={INTERVALS.map((value) => ({ value, label: INTERVAL_LABELS[value] }))}
          value={span.interval}
          onChange={(value) =>
            onChange({ interval: INTERVALS.find((one) => one === value) ?? null })
          }
        />
        {currencies.length > 1 && (
          <LazySelect
            size="sm"
            className={classes.currency}
            aria-label="Currency"
            data={currencies.map((one) => ({ value: one, label: one }))}
            value={currency}
            onChange={(value) => onChange({ currency: value })}
          />
        )}
        <Switch
          label="Compare"
          aria-label="Compare to previous period"
          checked={view.compare}
          onChange={(event) => onChange({ compare: event.currentTarget.checked })}
        />
      </div>
      <ExportButton
        of="metrics"
        filter={{ from: span.from, to: span.to, interval: span.interval }}
      />
    </search>
  );
}
