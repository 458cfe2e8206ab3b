"use client";

import { Tooltip } from "@mantine/core";
import { inUtc, inZone } from "./time";
import classes from "./time-tip.module.css";

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
