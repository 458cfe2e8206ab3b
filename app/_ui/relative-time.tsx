"use client";

import { Tooltip } from "@mantine/core";
import classes from "./relative-time.module.css";
import { ago, inUtc, inZone } from "./time";
import { useNow } from "./use-now";

/** How long ago, or how far ahead; on hover the time in the reader's zone and in UTC. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
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
      {/* The server's clock and the browser's may disagree by a second. */}
      <time dateTime={at} className={classes.time} suppressHydrationWarning>
        {ago(at, now)}
      </time>
    </Tooltip>
  );
}
