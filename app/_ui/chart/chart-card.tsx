"use client";

import { SegmentedControl, Skeleton, Title } from "@mantine/core";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import classes from "./chart.module.css";
import type { ChartPoint } from "./series-chart";

const HEIGHT = 240;

const SeriesChart = dynamic(() => import("./series-chart").then((module) => module.SeriesChart), {
  ssr: false,
  loading: () => <Skeleton height={HEIGHT} radius="md" />,
});

type Props = {
  title: string;
  kind: "line" | "bar";
  points: readonly ChartPoint[];
  hasBefore: boolean;
  /** A value as the axis and the table show it. */
  format: (value: number) => string;
};

/** A chart with the same numbers as a table behind it, for whoever cannot or will not read charts. */
export function ChartCard({ title, kind, points, hasBefore, format }: Props) {
  const id = useId();
  const [shown, setShown] = useState<"chart" | "table">("chart");
  return (
    <section aria-labelledby={id} className={classes.card}>
      <div className={classes.head}>
        <div>
          <Title order={2} id={id} size="h3">
            {title}
          </Title>
          {hasBefore && (
            <div className={classes.legend} aria-hidden>
              <span className={classes.key}>This period</span>
              <span className={classes.key} data-before>
                The period before
              </span>
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
          <PointsTable title={title} points={points} hasBefore={hasBefore} format={format} />
        ) : (
          <div role="img" aria-label={`${title}: ${summaryOf(points, format)}`}>
            <SeriesChart
              kind={kind}
              points={points}
              name={title}
              hasBefore={hasBefore}
              format={format}
            />
          </div>
        )}
      </div>
    </section>
  );
}

function summaryOf(points: readonly ChartPoint[], format: Props["format"]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "no values";
  const most = points.reduce((best, point) => (point.now > best.now ? point : best));
  return `from ${format(first.now)} (${first.label}) to ${format(last.now)} (${last.label}), most ${format(most.now)} (${most.label}). All values are in the table.`;
}

function PointsTable({ title, points, hasBefore, format }: Omit<Props, "kind">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.table} tabIndex={0} aria-label={`${title}, the values`}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">From</th>
            {hasBefore && <th scope="col">Period before</th>}
            <th scope="col">This period</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">{point.label}</th>
              {hasBefore && <td>{point.before === null ? "" : format(point.before)}</td>}
              <td>{format(point.now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
