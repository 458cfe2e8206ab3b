"use client";

import { Tooltip } from "@mantine/core";
import { useFormats } from "@/app/_ui/locale";
import table from "@/app/_ui/table.module.css";
import { inUtc, inZone } from "@/app/_ui/time";
import { useHydrated } from "@/app/_ui/use-hydrated";

/** When a request came, to the second: what is looked for in a log is looked for by its time. */
export function Moment({ at }: { at: string }) {
  const { locale } = useFormats();
  // The server does not know the reader's zone: until the page has taken over it is UTC.
  const zone = useHydrated() ? {} : { timeZone: "UTC" };
  const moment = new Date(at);
  const day = moment.toLocaleDateString(locale, { month: "short", day: "numeric", ...zone });
  const time = moment.toLocaleTimeString(locale, { timeStyle: "medium", ...zone });
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
      <time dateTime={at} className={table.number} suppressHydrationWarning>
        {day}, {time}
      </time>
    </Tooltip>
  );
}
