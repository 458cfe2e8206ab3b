import type { ReactNode } from "react";
import { perMinute } from "@/app/_ui/format/formats";
import { useFormats } from "@/app/_ui/format/locale";
import { Chart, labelOf, legendOf, type Series } from "./chart";
import { ChartFrame, ChartTable, Plot } from "./chart-frame";
import { PEAK_NAMES, type PeakBar, PeakCharts } from "./peak-charts";

/** The responses of an interval by status, and its peaks. */
export type UsageBar = PeakBar & { succeeded: number; failed: number; rateLimited: number };

const RESPONSES: readonly Series[] = [
  { name: "Successful", look: "main" },
  { name: "Errors", look: "warn" },
  { name: "Rate limited", look: "bad" },
];

type Props = {
  title: string;
  points: readonly UsageBar[];
  /** The key's limit in requests per minute; null when several keys are shown together. */
  perMinuteLimit: number | null;
  /** Each point is one minute, so the limit is drawn in the request chart itself. */
  isByMinute: boolean;
  actions?: ReactNode;
};

/** Charts responses over time against both limits of the key, with a data table. */
export function UsageCard({ title, points, perMinuteLimit, isByMinute, actions }: Props) {
  return (
    <ChartFrame
      title={title}
      legend={legendOf(RESPONSES, points, "stack")}
      actions={actions}
      chart={
        <Charts title={title} points={points} limit={perMinuteLimit} isByMinute={isByMinute} />
      }
      table={<UsageTable title={title} points={points} isOfKey={perMinuteLimit !== null} />}
    />
  );
}

type ChartsProps = Pick<Props, "title" | "points" | "isByMinute"> & { limit: number | null };

function Charts({ title, points, limit, isByMinute }: ChartsProps) {
  const line = limit === null ? undefined : { name: `Limit ${perMinute(limit)}`, value: limit };
  return (
    <>
      <Plot label={`${title}: ${sumsOf(points)}`}>
        <Chart
          kind="stack"
          series={RESPONSES}
          limit={isByMinute ? line : undefined}
          points={points.map(({ succeeded, failed, rateLimited, ...point }) => ({
            ...point,
            values: [succeeded, failed, rateLimited],
          }))}
        />
      </Plot>
      {limit !== null && <PeakCharts points={points} limit={limit} isBurstOnly={isByMinute} />}
    </>
  );
}

function sumsOf(points: readonly UsageBar[]): string {
  const sum = (of: "succeeded" | "failed" | "rateLimited") =>
    points.reduce((total, point) => total + point[of], 0);
  return `Successful: ${sum("succeeded")}, errors: ${sum("failed")}, rate limited: ${sum("rateLimited")}. The table has all values.`;
}

type TableProps = Pick<Props, "title" | "points"> & { isOfKey: boolean };

function UsageTable({ title, points, isOfKey }: TableProps) {
  const { number } = useFormats();
  const columns = ["Time", "Successful", "Errors", "Rate limited", PEAK_NAMES.minute];
  const rows = points.map(({ succeeded, failed, rateLimited, peak, peakTenSeconds, ...point }) => ({
    id: point.id,
    label: labelOf(point),
    cells: [
      ...[succeeded, failed, rateLimited, peak].map(number),
      ...(isOfKey ? [peakTenSeconds === null ? "—" : number(peakTenSeconds)] : []),
    ],
  }));
  const all = isOfKey ? [...columns, PEAK_NAMES.tenSeconds] : columns;
  return <ChartTable title={title} isTall={isOfKey} columns={all} rows={rows} />;
}
