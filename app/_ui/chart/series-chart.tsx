"use client";

import "@mantine/charts/styles.layer.css";
import { BarChart, LineChart } from "@mantine/charts";
import classes from "./chart.module.css";

/** A point: what it is called, its value, and that of the period before. */
export type ChartPoint = { label: string; now: number; before: number | null };

type Props = {
  kind: "line" | "bar";
  points: readonly ChartPoint[];
  /** What the values are of: "Gross". */
  name: string;
  hasBefore: boolean;
  format: (value: number) => string;
};

/**
 * Values over time beside those of the period before. Told apart without colour: the period before
 * is a broken line, or a hollow bar. Loaded when it is first shown: what draws it is heavy.
 */
export function SeriesChart({ kind, points, name, hasBefore, format }: Props) {
  const common = {
    h: 240,
    data: points.map((point) => ({ ...point })),
    dataKey: "label",
    tickLine: "none" as const,
    gridAxis: "x" as const,
    valueFormatter: format,
    tooltipAnimationDuration: 0,
    xAxisProps: { minTickGap: 32, tickMargin: 8 },
    yAxisProps: { width: 64, tickCount: 4, allowDecimals: false },
    className: classes.chart ?? "",
  };
  const before = { name: "before", label: "The period before", color: "var(--lk-chart-before)" };
  const now = { name: "now", label: name, color: "var(--lk-chart)" };
  if (kind === "bar") {
    return (
      <BarChart
        {...common}
        series={hasBefore ? [before, now] : [now]}
        maxBarWidth={28}
        barProps={({ name: own }) => ({
          isAnimationActive: false,
          radius: [2, 2, 0, 0],
          ...(own === "before" && { fillOpacity: 0.18, stroke: "var(--lk-chart-before)" }),
        })}
      />
    );
  }
  return (
    <LineChart
      {...common}
      curveType="linear"
      withDots={points.length <= 1}
      strokeWidth={2}
      lineProps={{ isAnimationActive: false }}
      series={hasBefore ? [{ ...before, strokeDasharray: "4 4" }, now] : [now]}
    />
  );
}
