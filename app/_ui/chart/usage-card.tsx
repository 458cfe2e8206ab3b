"use client";

import { SegmentedControl, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useFormats } from "@/app/_ui/locale";
import { perMinute } from "@/app/_ui/rates";
import { Chart, Key, type Series } from "./chart";
import frame from "./chart-card.module.css";
import classes from "./usage-card.module.css";

/** How an interval's calls were answered, and the busiest minute within it. */
export type UsageBar = {
  id: string;
  label: string;
  succeeded: number;
  failed: number;
  rateLimited: number;
  peak: number;
};

const ANSWERS: readonly Series[] = [
  { name: "Answered", look: "main" },
  { name: "Other 4xx and 5xx", look: "warn" },
  { name: "429", look: "bad" },
];
const PEAK: readonly Series[] = [{ name: "Busiest minute", look: "main" }];

type Props = {
  title: string;
  points: readonly UsageBar[];
  /** Requests per minute that the key may send; null where many keys are shown together. */
  perMinuteLimit: number | null;
  /** The points are minutes themselves: the limit belongs into the one chart that there is. */
  isByMinute: boolean;
  actions?: ReactNode;
};

/** How calls were answered over time, beside the limit; with the numbers as a table behind it. */
export function UsageCard({ title, points, perMinuteLimit, isByMinute, actions }: Props) {
  const id = useId();
  const [shown, setShown] = useState<"chart" | "table">("chart");
  return (
    <section aria-labelledby={id} className={frame.frame}>
      <div className={frame.head}>
        <div>
          <Title order={2} id={id} size="h3">
            {title}
          </Title>
          <div className={frame.legend} aria-hidden>
            {ANSWERS.map((one) => (
              <Key key={one.name} {...one} />
            ))}
          </div>
        </div>
        <div className={classes.controls}>
          {actions}
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
      </div>
      {shown === "table" ? (
        <UsageTable title={title} points={points} />
      ) : (
        <Charts title={title} points={points} limit={perMinuteLimit} isByMinute={isByMinute} />
      )}
    </section>
  );
}

type ChartsProps = Pick<Props, "title" | "points" | "isByMinute"> & { limit: number | null };

function Charts({ title, points, limit, isByMinute }: ChartsProps) {
  const { number } = useFormats();
  const line = limit === null ? undefined : { name: `Limit ${perMinute(limit)}`, value: limit };
  const common = { kind: "stack", format: number, formatShort: number } as const;
  return (
    <>
      <div className={classes.answers} role="img" aria-label={`${title}: ${sumsOf(points)}`}>
        <Chart
          {...common}
          series={ANSWERS}
          limit={isByMinute ? line : undefined}
          points={points.map(({ id, label, succeeded, failed, rateLimited }) => ({
            id,
            label,
            values: [succeeded, failed, rateLimited],
          }))}
        />
      </div>
      {limit !== null && !isByMinute && (
        <>
          <h3 className={classes.caption}>
            Busiest minute, against the limit of {perMinute(limit)}
          </h3>
          <div
            className={classes.peaks}
            role="img"
            aria-label={`Busiest minute: ${perMinute(peakOf(points))} at most, of ${perMinute(limit)}`}
          >
            <Chart
              {...common}
              series={PEAK}
              limit={line}
              points={points.map(({ id, label, peak }) => ({ id, label, values: [peak] }))}
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
  return `${sum("succeeded")} answered, ${sum("failed")} other 4xx and 5xx, ${sum("rateLimited")} times 429. The table has all values.`;
}

function peakOf(points: readonly UsageBar[]): number {
  return Math.max(0, ...points.map(({ peak }) => peak));
}

function UsageTable({ title, points }: Pick<Props, "title" | "points">) {
  const { number } = useFormats();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={frame.table} tabIndex={0} aria-label={`${title}, the values`}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Answered</th>
            <th scope="col">Other 4xx, 5xx</th>
            <th scope="col">429</th>
            <th scope="col">Busiest minute</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.id}>
              <th scope="row">{point.label}</th>
              <td>{number(point.succeeded)}</td>
              <td>{number(point.failed)}</td>
              <td>{number(point.rateLimited)}</td>
              <td>{number(point.peak)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
