"use client";

import { Chart, type ChartProps } from "./chart";
import classes from "./chart-card.module.css";
import { ChartFrame, ChartTable } from "./chart-frame";

type Props = ChartProps & {
  title: string;
  /** What the points are called in the table: "Day". */
  pointName: string;
};

/** A chart of one series or of a few, and its table. */
export function ChartCard({ title, pointName, ...chart }: Props) {
  const { series, points, format } = chart;
  const rows = points.map(({ id, label, values }) => ({
    id,
    label,
    cells: series.map((_, own) => (values[own] == null ? "" : format(values[own]))),
  }));
  return (
    <ChartFrame
      title={title}
      legend={series.length > 1 ? series : []}
      chart={
        <div role="img" aria-label={summaryOf(title, chart)} className={classes.body}>
          <Chart {...chart} />
        </div>
      }
      table={
        <div className={classes.body}>
          <ChartTable
            title={title}
            columns={[pointName, ...series.map(({ name }) => name)]}
            rows={rows}
          />
        </div>
      }
    />
  );
}

/** The chart in a sentence; all of it is in the table. */
function summaryOf(title: string, { points, series, format }: ChartProps): string {
  const own = Math.max(
    0,
    series.findIndex(({ look }) => look === "main"),
  );
  const value = (point: (typeof points)[number]) => point.values[own] ?? 0;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${title}: no values`;
  const most = points.reduce((best, point) => (value(point) > value(best) ? point : best));
  const say = (point: typeof first) => `${format(value(point))} (${point.label})`;
  return `${title}, from ${say(first)} to ${say(last)}, at most ${say(most)}. The table has all values.`;
}
