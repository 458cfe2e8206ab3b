"use client";

import type { ReactNode } from "react";
import { perMinute } from "@/app/_ui/format/formats";
import { useFormats } from "@/app/_ui/format/locale";
import { Chart, labelOf, legendOf, type Series } from "./chart";
import { ChartFrame, ChartTable } from "./chart-frame";
import classes from "./usage-card.module.css";

/** The responses of an interval by status, and its peak requests per minute. */
export type UsageBar = {
  id: string;
  label: string;
  succeeded: number;
  failed: number;
  rateLimited: number;
  peak: number;
  /** The interval is still in progress. */
  isUnfinished: boolean;
};

const RESPONSES: readonly Series[] = [
  { name: "Successful", look: "main" },
  { name: "Errors", look: "warn" },
  { name: "Rate limited", look: "bad" },
];
const PEAK: readonly Series[] = [{ name: "Peak requests per minute", look: "main" }];

type Props = {
  title: string;
  points: readonly UsageBar[];
  /** The key's limit in requests per minute; null when several keys are shown together. */
  perMinuteLimit: number | null;
  /** Each point is one minute, so the limit is drawn in the request chart itself. */
  isByMinute: boolean;
  actions?: ReactNode;
};

/** Charts responses over time against the limit, with a data table. */
export function UsageCard({ title, points, perMinuteLimit, isByMinute, actions }: Props) {
  return (
    <ChartFrame
      title={title}
      legend={legendOf(RESPONSES, points, "stack")}
      actions={actions}
      chart={
        <Charts title={title} points={points} limit={perMinuteLimit} isByMinute={isByMinute} />
      }
      table={<UsageTable title={title} points={points} />}
    />
  );
}

type ChartsProps = Pick<Props, "title" | "points" | "isByMinute"> & { limit: number | null };

function Charts({ title, points, limit, isByMinute }: ChartsProps) {
  const { number } = useFormats();
  const line = limit === null ? undefined : { name: `Limit ${perMinute(limit)}`, value: limit };
  const common = { kind: "stack", format: number, formatShort: number } as const;
  return (
    <>
      <div className={classes.responses} role="img" aria-label={`${title}: ${sumsOf(points)}`}>
        <Chart
          {...common}
          series={RESPONSES}
          limit={isByMinute ? line : undefined}
          points={points.map(({ succeeded, failed, rateLimited, ...point }) => ({
            ...point,
            values: [succeeded, failed, rateLimited],
          }))}
        />
      </div>
      {limit !== null && !isByMinute && (
        <>
          <h3 className={classes.caption}>Peak requests per minute (limit: {perMinute(limit)})</h3>
          <div
            className={classes.peaks}
            role="img"
            aria-label={`Peak requests per minute: ${perMinute(peakOf(points))}. Limit: ${perMinute(limit)}.`}
          >
            <Chart
              {...common}
              series={PEAK}
              limit={line}
              points={points.map(({ peak, ...point }) => ({ ...point, values: [peak] }))}
            />
          </div>
        </>
      )}
    </>
  );
}

function sumsOf(points: readonly UsageBar[]): string {
  const sum = (of: "succeeded" | "failed" | "rateLimited") =>
    points.reduce((total, point) => total + point[of], 0);
  return `Successful: ${sum("succeeded")}, errors: ${sum("failed")}, rate limited: ${sum("rateLimited")}. The table has all values.`;
}

function peakOf(points: readonly UsageBar[]): number {
  return Math.max(0, ...points.map(({ peak }) => peak));
}

function UsageTable({ title, points }: Pick<Props, "title" | "points">) {
  const { number } = useFormats();
  const columns = ["Time", "Successful", "Errors", "Rate limited", "Peak requests per minute"];
  const rows = points.map(({ succeeded, failed, rateLimited, peak, ...point }) => ({
    id: point.id,
    label: labelOf(point),
    cells: [succeeded, failed, rateLimited, peak].map(number),
  }));
  return <ChartTable title={title} columns={columns} rows={rows} />;
}
