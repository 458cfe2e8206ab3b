"use client";

import table from "@/app/_ui/table/table.module.css";
import { useFormats } from "./locale";
import classes from "./moment.module.css";
import { ago } from "./time";
import { useHydrated, useNow } from "./use-now";

/**
 * A date and time in the user's time zone. In a list, `isExact` shows seconds and omits the year.
 */
export function DateTime({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const { moment, exactMoment } = useFormats();
  // The server doesn't know the user's time zone, so it is UTC until hydration.
  const zone = useHydrated() ? undefined : "UTC";
  return <TimeTip at={at}>{(isExact ? exactMoment : moment)(at, zone)}</TimeTip>;
}

/** A date in the user's time zone; a dash when there is none. */
export function DateOf({ at }: { at: string | null }) {
  const { date } = useFormats();
  const zone = useHydrated() ? undefined : "UTC";
  if (at === null) return <span className={table.none}>—</span>;
  return <TimeTip at={at}>{date(at, zone)}</TimeTip>;
}

/** A relative time, past or future; `none` is shown when there is no time. */
export function RelativeTime({ at, none }: { at: string; none?: never } | Maybe) {
  const now = useNow();
  if (at === null) return <span className={table.none}>{none}</span>;
  return <TimeTip at={at}>{ago(at, now)}</TimeTip>;
}

type Maybe = { at: string | null; none: string };

/** A time as text; on hover in the user's time zone and in UTC (feedback/tips.tsx). */
export function TimeTip({ at, children }: { at: string; children: string }) {
  // The server's clock, time zone and languages can differ from the browser's.
  return (
    <time dateTime={at} data-tip="" className={classes.time} suppressHydrationWarning>
      {children}
    </time>
  );
}
