"use client";

import { Tooltip } from "@mantine/core";
import table from "@/app/_ui/table/table.module.css";
import { useFormats } from "./locale";
import classes from "./moment.module.css";
import { ago, inUtc, inZone } from "./time";
import { useHydrated, useNow } from "./use-now";

/** A moment as day and time of the reader's zone; in a list `isExact` to the second, without the year. */
export function DateTime({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const { moment, exactMoment } = useFormats();
  // The server does not know the reader's zone: until the page has taken over it is UTC.
  const zone = useHydrated() ? undefined : "UTC";
  return <TimeTip at={at}>{(isExact ? exactMoment : moment)(at, zone)}</TimeTip>;
}

/** How long ago, or how far ahead; `none` is said where there is no such time. */
export function RelativeTime({ at, none }: { at: string; none?: never } | Maybe) {
  const now = useNow();
  if (at === null) return <span className={table.none}>{none}</span>;
  return <TimeTip at={at}>{ago(at, now)}</TimeTip>;
}

type Maybe = { at: string | null; none: string };

/** A moment as the text says it; on hover in the reader's zone, and in UTC. */
export function TimeTip({ at, children }: { at: string; children: string }) {
  return (
    <Tooltip
      multiline
      label={
        <>
          {inZone(at)}
          <br />
          {inUtc(at)}
        </>
      }
    >
      {/* The server's clock, zone and languages are not quite the browser's. */}
      <time dateTime={at} className={classes.time} suppressHydrationWarning>
        {children}
      </time>
    </Tooltip>
  );
}
