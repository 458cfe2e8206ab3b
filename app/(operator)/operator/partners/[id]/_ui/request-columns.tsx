"use client";

import type { LoggedRequest } from "@/app/_trpc/types";
import { DateTime } from "@/app/_ui/format/moment";
import type { Column } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import { ANSWER, KEY, Route } from "@/app/(partner)/logs/_ui/request-columns";

/** A request of the log, in a row. */
export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    label: "Request",
    cell: ({ id, method, path }) => (
      <>
        <Route method={method} route={path} />
        <span className={table.note}>
          <code>{id}</code>
        </span>
      </>
    ),
  },
  ...[ANSWER, KEY],
  {
    label: "From",
    cell: ({ address }) => address ?? <span className={table.none}>Unknown</span>,
  },
  { label: "When", kind: "time", cell: ({ at }) => <DateTime at={at} /> },
];
