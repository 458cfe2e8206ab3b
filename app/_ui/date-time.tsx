"use client";

import { Tooltip } from "@mantine/core";
import { useFormats } from "./locale";
import classes from "./relative-time.module.css";
import { inUtc, inZone } from "./time";
import { useHydrated } from "./use-hydrated";

/** A moment as day and time of the reader's zone; on hover with the zone's name, and in UTC. */
export function DateTime({ at }: { at: string }) {
  const { moment } = useFormats();
  // The server does not know the reader's zone: until the page has taken over it is UTC.
  const zone = useHydrated() ? undefined : "UTC";
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
      <time dateTime={at} className={classes.time} suppressHydrationWarning>
        {moment(at, zone)}
      </time>
    </Tooltip>
  );
}
