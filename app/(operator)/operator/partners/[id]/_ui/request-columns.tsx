"use client";

import type { LoggedRequest } from "@/app/_trpc/types";
import type { Column } from "@/app/_ui/data-table";
import { DateTime } from "@/app/_ui/date-time";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";
import { toneOf } from "@/app/(partner)/logs/_ui/answer";
import { Route } from "@/app/(partner)/logs/_ui/requests-table";

/** A request of the log, in a row. */
export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    label: "Request",
    cell: ({ id, method, route }) => (
      <>
        <Route method={method} route={route} />
        <span className={table.note}>
          <code>{id}</code>
        </span>
      </>
    ),
  },
  {
    label: "Answer",
    cell: ({ status, errorCode }) => (
      <>
        <Status tone={toneOf(status)} label={`${status}`} />
        {errorCode !== null && <span className={table.note}>{errorCode}</span>}
      </>
    ),
  },
  { label: "Key", cell: ({ key }) => key.label || <code className={table.code}>{key.id}</code> },
  {
    label: "From",
    cell: ({ address }) => address ?? <span className={table.none}>Unknown</span>,
  },
  { label: "When", kind: "time", cell: ({ at }) => <DateTime at={at} /> },
];
