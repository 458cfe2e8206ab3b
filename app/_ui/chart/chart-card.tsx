import { Chart, type ChartProps, labelOf, legendOf, useValueFormat } from "./chart";
import { ChartFrame, ChartTable, Plot } from "./chart-frame";

type Props = ChartProps & {
  title: string;
  /** Header of the points' column in the table: "Day". */
  pointName: string;
};

/** A chart of one or a few series, with a table of the same data. */
export function ChartCard({ title, pointName, ...chart }: Props) {
  const { series, points } = chart;
  const format = useValueFormat(chart);
  const rows = points.map((point) => ({
    id: point.id,
    label: labelOf(point),
    cells: series.map((_, own) => {
      const value = point.values[own];
      return value == null ? "" : format(value);
    }),
  }));
  return (
    <ChartFrame
      title={title}
      legend={legendOf(series, points, chart.kind)}
      chart={
        <Plot label={summaryOf(title, { ...chart, format })}>
          <Chart {...chart} />
        </Plot>
      }
      table={
        <ChartTable
          title={title}
          columns={[pointName, ...series.map(({ name }) => name)]}
          rows={rows}
        />
      }
    />
  );
}

type Written = Pick<ChartProps, "kind" | "points" | "series"> & {
  format: (value: number) => string;
};

/** Text alternative of the chart; the table has all the data. */
function summaryOf(title: string, chart: Written): string {
  return chart.kind === "stack" ? sumsOf(title, chart) : courseOf(title, chart);
}

function sumsOf(title: string, { points, series, format }: Written): string {
  const sums = series.map(({ name }, own) => {
    const sum = points.reduce((total, { values }) => total + (values[own] ?? 0), 0);
    return `${name} ${format(sum)}`;
  });
  return `${title}: ${sums.join(", ")}. The table has all values.`;
}

function courseOf(title: string, { points, series, format }: Written): string {
  const own = Math.max(
    0,
    series.findIndex(({ look }) => look === "main"),
  );
  const value = (point: (typeof points)[number]) => point.values[own] ?? 0;
  const finished = points.filter(({ isUnfinished }) => !isUnfinished);
  const say = (point: (typeof points)[number]) => `${format(value(point))} (${labelOf(point)})`;
  const running = points.filter(({ isUnfinished }) => isUnfinished).map(say);
  const [first, last] = [finished[0], finished.at(-1)];
  if (!first || !last) return `${title}: ${running[0] ?? "no values"}`;
  const most = points.reduce((best, point) => (value(point) > value(best) ? point : best));
  const parts = [`from ${say(first)} to ${say(last)}`, ...running, `highest ${say(most)}`];
  return `${title}, ${parts.join(", ")}. The table has all values.`;
}
