"use client";

import classes from "./table.module.css";
import { ago } from "./time";
import { TimeTip } from "./time-tip";
import { useNow } from "./use-now";

/** How long ago, or how far ahead; `none` is said where there is no such time. */
export function RelativeTime({ at, none }: { at: string; none?: never } | Maybe) {
  const now = useNow();
  if (at === null) return <span className={classes.none}>{none}</span>;
  return <TimeTip at={at}>{ago(at, now)}</TimeTip>;
}

type Maybe = { at: string | null; none: string };
