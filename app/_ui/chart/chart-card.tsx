"use client";

import { SegmentedControl, Title } from "@mantine/core";
import { useId, useState } from "react";
import { Chart, type ChartProps, Key } from "./chart";
import classes from "./chart-card.module.css";

type Props = ChartProps & {
  title: string;
  /** What the points are called in the table: "Day". */
  pointName: string;
};

/** A chart with the same numbers as a table behind it, for whoever cannot or will not read charts. */
export function ChartCard({ title, pointName, ...chart }: Props) {
  const id = useId();
  const [shown, setShown] = useState<"chart" | "table">("chart");
  return (
    <section aria-labelledby={id} className={classes.frame}>
      <div className={classes.head}>
        <div>
          <Title order={2} id={id} size="h3">
            {title}
          </Title>
          {chart.series.length > 1 && (
            <div className={classes.legend} aria-hidden>
              {chart.series.map((one) => (
                <Key key={one.name} {...one} />
              ))}
            </div>
          )}
        </div>
        <SegmentedControl
          size="xs"
          aria-label={`${title} as`}
          value={shown}
          onChange={(value) => setShown(value === "table" ? "table" : "chart")}
          data={[
            { value: "chart", label: "Chart" },
            { value: "table", label: "Table" },
          ]}
        />
      </div>
      <div className={classes.body}>
        {shown === "table" ? (
          <Values title={title} pointName={pointName} {...chart} />
        ) : (
          <div role="img" aria-label={summaryOf(title, chart)} className={classes.body}>
            <Chart {...chart} />
          </div>
        )}
      </div>
    </section>
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

function Values({ title, pointName, series, points, format }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.table} tabIndex={0} aria-label={`${title}, the values`}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{pointName}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ id, label, values }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              {series.map(({ name }, own) => {
                const value = values[own];
                return <td key={name}>{value == null ? "" : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
