import classes from "./sparkline.module.css";

type Props = {
  values: readonly number[];
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
export function Sparkline({ values, width = 96, isFinished }: Props) {
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
        // Any value above zero is visible.
        const height = value === 0 ? 1 : Math.max(2, (value / max) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the places of the bars never change.
            key={index}
            x={index * step}
            y={HEIGHT - height}
            width={Math.max(1, step - GAP)}
            height={height}
            data-none={value === 0 || undefined}
            data-unfinished={(!isFinished && index === values.length - 1) || undefined}
          />
        );
      })}
    </svg>
  );
}
