"use client";

import type { LimitRequest } from "@/app/_trpc/types";
import { Person } from "@/app/_ui/person";
import { perMinute } from "@/app/_ui/rates";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";
import { KeyCell, PartnerCell, ReasonCell, WantedCell } from "./request-cells";
import classes from "./requests.module.css";

/** What has been decided, the last one first. */
export function DecidedTable({ requests }: { requests: LimitRequest[] }) {
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label="Decided requests">
        <thead className={table.head}>
          <tr>
            <th scope="col">Partner</th>
            <th scope="col">Key</th>
            <th scope="col">Wanted</th>
            <th scope="col">Outcome</th>
            <th scope="col">Reason</th>
            <th scope="col">Asked</th>
            <th scope="col">Decided</th>
          </tr>
        </thead>
        <tbody className={table.body}>
          {requests.map((request) => (
            <Row key={request.id} of={request} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ of: request }: { of: LimitRequest }) {
  const { status, grantedPerMinute, answer, decidedAt } = request;
  return (
    <tr className={table.row}>
      <PartnerCell of={request} />
      <KeyCell of={request} />
      <WantedCell of={request} />
      <td data-label="Outcome" data-wide className={classes.outcome}>
        {status === "approved" && grantedPerMinute !== null ? (
          <Status tone="good" label={`Approved: ${perMinute(grantedPerMinute)}`} />
        ) : (
          <Status tone="idle" label="Declined" />
        )}
        {answer && <span className={classes.answer}>{answer}</span>}
      </td>
      <ReasonCell of={request} />
      <td data-label="Asked" data-time>
        <RelativeTime at={request.createdAt} />
        <Person name={request.requestedBy} />
      </td>
      <td data-label="Decided" data-time>
        {decidedAt && <RelativeTime at={decidedAt} />}
      </td>
    </tr>
  );
}
