"use client";

import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import { useFormats } from "@/app/_ui/format/locale";
import classes from "./metrics.module.css";

type Props = { now: number; before: number | null };

/** The change of a number since the previous period; renders nothing when nothing is compared. */
export function Delta({ now, before }: Props) {
  const { share } = useFormats();
  if (before === null) return null;
  if (before === 0) {
    return (
      <span className={classes.delta}>{now === 0 ? "None before either" : "None before"}</span>
    );
  }
  const change = (now - before) / before;
  const Icon = change < 0 ? IconArrowDownRight : IconArrowUpRight;
  const word = change < 0 ? "less" : "more";
  return (
    <span className={classes.delta} data-down={change < 0 || undefined}>
      {change !== 0 && <Icon size={14} stroke={2} aria-hidden />}
      <span suppressHydrationWarning>
        {change === 0 ? "As before" : `${share(Math.abs(change))} ${word} than before`}
      </span>
    </span>
  );
}
