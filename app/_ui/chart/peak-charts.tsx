import { perMinute } from "@/app/_ui/format/formats";
import { useFormats } from "@/app/_ui/format/locale";
import { burstOf } from "@/server/core/keys/limits";
import { Chart, type Series } from "./chart";
import classes from "./peak-charts.module.css";

/** The peaks of an interval. */
export type PeakBar = {
  id: string;
  label: string;
  peak: number;
  /** Null if it was not counted. */
  peakTenSeconds: number | null;
  isUnfinished: boolean;
};

export const PEAK_NAMES = {
  minute: "Peak requests per minute",
  tenSeconds: "Peak requests in 10 seconds",
} as const;

type Props = {
  points: readonly PeakBar[];
  /** The key's limit in requests per minute. */
  limit: number;
  /** Only the peaks of ten seconds, where another chart shows the minutes. */
  isBurstOnly?: boolean;
};

/** The peaks of a key against both of its limits: those of a minute, and of the burst. */
export function PeakCharts({ points, limit, isBurstOnly = false }: Props) {
  const burst = burstOf(limit);
  return (
    <>
      {!isBurstOnly && (
        <Peaks
          name={PEAK_NAMES.minute}
          points={points.map(({ peak, ...point }) => ({ ...point, value: peak }))}
          limit={{ name: `Limit ${perMinute(limit)}`, value: limit }}
        />
      )}
      <Peaks
        name={PEAK_NAMES.tenSeconds}
        points={points.map(({ peakTenSeconds, ...point }) => ({ ...point, value: peakTenSeconds }))}
        limit={{ name: `Bursts of ${burst.toLocaleString("en")}`, value: burst }}
      />
    </>
  );
}

type PeaksProps = {
  name: string;
  points: readonly (Pick<PeakBar, "id" | "label" | "isUnfinished"> & { value: number | null })[];
  limit: { name: string; value: number };
};

function Peaks({ name, points, limit }: PeaksProps) {
  const { number } = useFormats();
  const series: readonly Series[] = [{ name, look: "main" }];
  const highest = Math.max(0, ...points.map(({ value }) => value ?? 0));
  return (
    <>
      <h3 className={classes.caption}>
        {name} <span className={classes.limit}>{limit.name}</span>
      </h3>
      <div
        className={classes.peaks}
        role="img"
        aria-label={`${name}: at most ${number(highest)}. ${limit.name}.`}
      >
        <Chart
          kind="stack"
          series={series}
          limit={limit}
          points={points.map(({ value, ...point }) => ({ ...point, values: [value] }))}
        />
      </div>
    </>
  );
}
