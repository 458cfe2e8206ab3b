"use client";

import type { LimitRequest } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { DataTable } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { KEY, PARTNER, REASON, REQUESTED, SUBMITTED } from "./request-columns";

const COLUMNS: readonly Column<LimitRequest>[] = [
  PARTNER,
  KEY,
  REQUESTED,
  {
    label: "Outcome",
    kind: "text",
    cell: (request) => <Outcome of={request} />,
  },
  REASON,
  SUBMITTED,
  {
    label: "Reviewed",
    narrow: "labeled",
    cell: ({ decidedAt }) => decidedAt && <RelativeTime at={decidedAt} />,
  },
];

/** The decided requests, newest first. */
export function DecidedTable({ requests }: { requests: LimitRequest[] }) {
  return (
    <DataTable label="Reviewed requests" columns={COLUMNS} rows={requests} keyOf={({ id }) => id} />
  );
}

function Outcome({ of: { status, grantedPerMinute, answer } }: { of: LimitRequest }) {
  return (
    <>
      {status === "approved" && grantedPerMinute !== null ? (
        <Status tone="good" label={`Approved: ${perMinute(grantedPerMinute)}`} />
      ) : (
        <Status tone="idle" label="Declined" />
      )}
      {answer && (
        <span className={table.note} title={answer}>
          {answer}
        </span>
      )}
    </>
  );
}
