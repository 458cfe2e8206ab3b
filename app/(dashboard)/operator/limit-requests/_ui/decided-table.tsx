"use client";

import type { LimitRequest } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { type Column, DataTable } from "@/app/_ui/table/data-table";
import { KEY, PARTNER, REASON, REQUESTED, SUBMITTED } from "./request-columns";
import classes from "./requests.module.css";

const COLUMNS: readonly Column<LimitRequest>[] = [
  PARTNER,
  KEY,
  REQUESTED,
  {
    label: "Outcome",
    isWide: true,
    className: classes.outcome,
    cell: (request) => <Outcome of={request} />,
  },
  REASON,
  SUBMITTED,
  {
    label: "Reviewed",
    kind: "time",
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
      {answer && <span className={classes.answer}>{answer}</span>}
    </>
  );
}
