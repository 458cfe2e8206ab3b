import { NoValue } from "@/app/_ui/table/no-value";
import table from "@/app/_ui/table/table.module.css";
import { useFormats } from "./locale";
import classes from "./moment.module.css";
import { ago } from "./time";
import { useNow, useZone } from "./use-now";

/**
 * A date and time in the user's time zone. In a list, `isExact` shows seconds and omits the year.
 */
export function DateTime({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const { moment, exactMoment } = useFormats();
  const zone = useZone();
  return <TimeTip at={at}>{(isExact ? exactMoment : moment)(at, zone)}</TimeTip>;
}

/**
 * A date in the user's time zone; a dash when there is none. With `zone`, it is the same for
 * everyone, as in a document.
 */
export function DateOf({ at, zone }: { at: string | null; zone?: "UTC" }) {
  const { date } = useFormats();
  const own = useZone();
  if (at === null) return <NoValue />;
  return <TimeTip at={at}>{date(at, zone ?? own)}</TimeTip>;
}

/** A relative time, past or future; `none` is shown when there is no time. */
export function RelativeTime({ at, none }: { at: string; none?: never } | Maybe) {
  const now = useNow();
  if (at === null) return <span className={table.none}>{none}</span>;
  return <TimeTip at={at}>{ago(at, now)}</TimeTip>;
}

type Maybe = { at: string | null; none: string };

/** A time as text; on hover in the user's time zone and in UTC (feedback/tips.tsx). */
function TimeTip({ at, children }: { at: string; children: string }) {
  // The server's clock, time zone and languages can differ from the browser's.
  return (
    <time dateTime={at} data-tip="" className={classes.time} suppressHydrationWarning>
      {children}
    </time>
  );
}
