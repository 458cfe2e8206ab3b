import { type PointerEvent, useState } from "react";
import { useFormats } from "@/app/_ui/format/locale";
import classes from "./chart.module.css";
import reading from "./reading.module.css";
import { labeledIndexes, maxLabels, ticksOf } from "./scale";

/** A point: its unique key, its label on the axis, and a value for each series. */
export type ChartPoint = {
  id: string;
  label: string;
  values: readonly (number | null)[];
  /** The interval is still in progress, so its values will grow. */
  isUnfinished?: boolean;
};

/**
 * The style of a series. Colors have a contrast of at least 3:1 with the background (theme.test.ts);
 * the legend's order, the gaps of a stack, and the table distinguish series without color.
 */
export type SeriesLook =
  | "main"
  | "before"
  | "warn"
  | "bad"
  | "second"
  | "third"
  | "fourth"
  | "fifth"
  | "other"
  | "unfinished";
export type Series = { name: string; look: SeriesLook };

/** The legend entry for intervals in progress. */
const IN_PROGRESS: Series = { name: "In progress", look: "unfinished" };

/** The legend entries. A single line or bar needs none, as the title names it. */
export function legendOf(
  series: readonly Series[],
  points: readonly Pick<ChartPoint, "isUnfinished">[],
  kind: ChartProps["kind"],
): readonly Series[] {
  const shown = series.length > 1 || kind === "stack" ? series : [];
  return points.some(({ isUnfinished }) => isUnfinished) ? [...shown, IN_PROGRESS] : shown;
}

/** A point's label, marked if its interval is in progress. */
export function labelOf({ label, isUnfinished }: Pick<ChartPoint, "label" | "isUnfinished">) {
  return isUnfinished ? `${label}, so far` : label;
}

export type ChartProps = {
  /** Lines, grouped bars, or stacked bars. */
  kind: "line" | "bar" | "stack";
  series: readonly Series[];
  points: readonly ChartPoint[];
  /** Of amounts, which are in its minor units. Without it, the values are counts. */
  currency?: string;
  /** A limit, drawn as a horizontal line. */
  limit?: { name: string; value: number } | undefined;
};

/** The format of a chart's values, in full. */
export function useValueFormat({ currency }: Pick<ChartProps, "currency">) {
  const { number, money } = useFormats();
  return currency === undefined ? number : (value: number) => money(value, currency);
}

/** The minimum width of the plot in px for each set of labels. chart.module.css picks one. */
const ROOMS = { narrow: 180, medium: 280, wide: 480 } as const;

/**
 * A chart in plain HTML and SVG: it renders with the page, before any script, and adds almost no
 * weight. A table must provide the same data.
 */
export function Chart(props: ChartProps) {
  const { kind, points, currency, limit } = props;
  const { shortNumber, axisMoney } = useFormats();
  const [at, setAt] = useState<number | null>(null);
  const ticks = ticksOf(Math.max(limit?.value ?? 0, highestOf(props)), lowestOf(props));
  const labels = currency === undefined ? ticks.map(shortNumber) : axisMoney(ticks, currency);
  const heightOf = heightIn(ticks);
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * points.length);
    setAt(Math.min(points.length - 1, Math.max(0, index)));
  };
  return (
    <div className={classes.chart}>
      <div className={classes.yAxis}>
        {ticks.map((tick, index) => (
          <span key={tick} style={{ bottom: `${heightOf(tick)}%` }} suppressHydrationWarning>
            {labels[index]}
          </span>
        ))}
      </div>
      <div className={classes.plot} onPointerMove={follow} onPointerLeave={() => setAt(null)}>
        {ticks.map((tick) => (
          <i
            key={tick}
            className={classes.grid}
            data-zero={tick === 0 || undefined}
            style={{ bottom: `${heightOf(tick)}%` }}
          />
        ))}
        {points.map(
          ({ id, isUnfinished }, index) =>
            isUnfinished && (
              <i
                key={id}
                className={classes.unfinished}
                data-unfinished
                style={{
                  left: `${(index / points.length) * 100}%`,
                  width: `${100 / points.length}%`,
                }}
              />
            ),
        )}
        {kind === "line" ? (
          <Lines {...props} heightOf={heightOf} />
        ) : (
          <Bars {...props} heightOf={heightOf} />
        )}
        {limit && <i className={classes.limit} style={{ bottom: `${heightOf(limit.value)}%` }} />}
        {at !== null && <Reading {...props} at={at} />}
      </div>
      {Object.entries(ROOMS).map(([room, width]) => (
        <div key={room} className={classes.xAxis} data-room={room}>
          {labeledIndexes(points.length, maxLabels(points, width)).map((index) => (
            <span key={index} style={{ left: `${center(index, points.length)}%` }}>
              {points[index]?.label}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** `heightOf`: how high in the plot a value is, in percent. */
type Drawn = ChartProps & { heightOf: (value: number) => number };

// A line to a value that is still growing would look like a drop, so the line stops before it and a
// ring marks the value.
function Lines({ series, points, heightOf }: Drawn) {
  return (
    <>
      <LineSvg series={series} points={points} heightOf={heightOf} />
      {points.flatMap(({ id, values, isUnfinished }, index) =>
        series.map(({ name, look }, own) => {
          const value = values[own];
          if (!isUnfinished || look === "before" || value == null) return null;
          const left = `${center(index, points.length)}%`;
          const bottom = `${heightOf(value)}%`;
          return <i key={`${id} ${name}`} className={classes.ring} style={{ left, bottom }} />;
        }),
      )}
    </>
  );
}

function LineSvg({ series, points, heightOf }: Pick<Drawn, "series" | "points" | "heightOf">) {
  return (
    <svg
      className={classes.lines}
      viewBox={`0 0 ${points.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {series
        .map(({ name, look }, own) => (
          <polyline
            key={name}
            data-look={look}
            points={points
              .flatMap(({ values, isUnfinished }, index) => {
                const value = values[own];
                if (isUnfinished && look !== "before") return [];
                return value == null ? [] : [`${index + 0.5},${100 - heightOf(value)}`];
              })
              .join(" ")}
          />
        ))
        // The first series is drawn last, above the others.
        .reverse()}
    </svg>
  );
}

// Only lines can be below zero.
function Bars({ kind, series, points, heightOf }: Drawn) {
  return (
    <div className={classes.bars} data-kind={kind}>
      {points.map(({ id, values }) => (
        <div key={id} className={classes.column}>
          {series.map(({ name, look }, own) => (
            <i
              key={name}
              className={classes.mark}
              data-look={look}
              data-empty={!values[own] || undefined}
              style={{ height: `${heightOf(values[own] ?? 0)}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The values under the pointer. */
function Reading(props: ChartProps & { at: number }) {
  const { series, points, limit, at } = props;
  const format = useValueFormat(props);
  const point = points[at];
  if (!point) return null;
  const left = center(at, points.length);
  return (
    <div
      className={reading.line}
      style={{ left: `${left}%` }}
      data-side={left > 50 ? "left" : "right"}
      aria-hidden
    >
      <div className={reading.card}>
        <strong>{labelOf(point)}</strong>
        {series.map(({ name, look }, own) => {
          const value = point.values[own];
          return value == null ? null : (
            <span key={name} className={reading.value}>
              <Key name={name} look={look} />
              <span>{format(value)}</span>
            </span>
          );
        })}
        {limit && (
          <span className={reading.value}>
            <span>{limit.name}</span>
            <span>{format(limit.value)}</span>
          </span>
        )}
      </div>
    </div>
  );
}

/** The legend swatch of a series. */
export function Key({ name, look }: Series) {
  return (
    <span className={classes.key}>
      <i className={classes.mark} data-look={look} />
      {name}
    </span>
  );
}

function center(index: number, count: number): number {
  return ((index + 0.5) / count) * 100;
}

/** Where values are between the first and the last tick, in percent. */
function heightIn(ticks: readonly number[]): (value: number) => number {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return (value) => ((value - low) / (high - low)) * 100;
}

function lowestOf({ kind, points }: ChartProps): number {
  if (kind !== "line") return 0;
  return Math.min(0, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)));
}

function highestOf({ kind, points }: ChartProps): number {
  const heights = points.map(({ values }) =>
    kind === "stack"
      ? values.reduce((sum: number, value) => sum + (value ?? 0), 0)
      : Math.max(0, ...values.map((value) => value ?? 0)),
  );
  return Math.max(0, ...heights);
}
