import { Fragment } from "react";
import classes from "./sparkline.module.css";

type Props = {
  values: readonly number[];
  /** The part of each value that is drawn as failures, at the bottom. */
  bad?: readonly number[];
  width?: number;
  /** The last value will not grow any more. */
  isFinished?: boolean;
};

const HEIGHT = 24;
const GAP = 1;

/**
 * Values as small bars without axes; the number beside it gives the total. The last bar is paler
 * while its interval is still in progress.
 */
export function Sparkline({ values, bad, width = 96, isFinished }: Props) {
  const max = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classes.line}
    >
      {values.map((value, index) => {
        const height = heightOf(value, max);
        const badHeight = heightOf(bad?.[index] ?? 0, max);
        const bar = {
          x: index * step,
          width: Math.max(1, step - GAP),
          "data-unfinished": (!isFinished && index === values.length - 1) || undefined,
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of the bars never change.
          <Fragment key={index}>
            <rect
              {...bar}
              y={HEIGHT - Math.max(1, height)}
              height={Math.max(1, height)}
              data-none={value === 0 || undefined}
            />
            {badHeight > 0 && <rect {...bar} y={HEIGHT - badHeight} height={badHeight} data-bad />}
          </Fragment>
        );
      })}
    </svg>
  );
}

/** Any value above zero is visible. */
function heightOf(value: number, max: number): number {
  return value === 0 ? 0 : Math.max(2, (value / max) * HEIGHT);
}
