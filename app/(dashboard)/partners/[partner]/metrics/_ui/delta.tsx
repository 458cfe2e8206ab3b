import { useFormats } from "@/app/_ui/format/locale";
import { IconArrowDownRight, IconArrowUpRight } from "@/app/_ui/icons/icons";
import classes from "./metrics.module.css";

type Props = { now: number; before: number | null };

/** The change of a number since the previous period; renders nothing when nothing is compared. */
export function Delta({ now, before }: Props) {
  const { share } = useFormats();
  if (before === null) return null;
  if (before === 0) {
    return <span className={classes.delta}>{now === 0 ? "No change" : "New"}</span>;
  }
  // Net revenue can be negative.
  const change = (now - before) / Math.abs(before);
  const Icon = change < 0 ? IconArrowDownRight : IconArrowUpRight;
  const sign = change < 0 ? "−" : "+";
  return (
    <span className={classes.delta} data-down={change < 0 || undefined} title="vs. previous period">
      {change !== 0 && <Icon size={14} stroke={2} aria-hidden />}
      <span suppressHydrationWarning>
        {change === 0 ? "No change" : `${sign}${share(Math.abs(change))}`}
      </span>
    </span>
  );
}
