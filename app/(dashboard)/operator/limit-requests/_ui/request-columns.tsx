"use client";

import type { LimitRequest } from "@/app/_trpc/types";
import { perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Share } from "@/app/_ui/format/money";
import { KeyCode, Person, RowHead } from "@/app/_ui/table/cells";
import type { Column } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import classes from "./requests.module.css";

type RequestColumn = Column<LimitRequest>;

/** The row header: the partner of the request. */
export const PARTNER: RequestColumn = {
  label: "Partner",
  cell: ({ partner }) => (
    <RowHead note={<code className={table.code}>{partner.code}</code>}>{partner.name}</RowHead>
  ),
};

export const KEY: RequestColumn = {
  label: "Key",
  className: classes.key,
  cell: ({ key }) => (
    <>
      {key.label}
      <span className={table.note}>
        <KeyCode of={key} />
      </span>
    </>
  ),
};

export const REQUESTED: RequestColumn = {
  label: "Requested",
  className: table.number,
  cell: ({ wantedPerMinute, currentPerMinute, status }) => (
    <>
      <strong className={classes.requested}>{perMinute(wantedPerMinute)}</strong>
      <span className={table.note}>
        {status === "open" ? "currently" : "was"} {perMinute(currentPerMinute)}
      </span>
    </>
  ),
};

/** The key's use in the seven days before the request. */
export const USAGE: RequestColumn = {
  label: "Usage (7 days)",
  className: table.number,
  cell: ({ peakPerMinute, refusedShare }) =>
    peakPerMinute === 0 ? (
      <span className={table.none}>No requests</span>
    ) : (
      <>
        peak {perMinute(peakPerMinute)}
        <span className={table.note}>
          <Share value={refusedShare} /> rate limited
        </span>
      </>
    ),
};

export const REASON: RequestColumn = {
  label: "Reason",
  isWide: true,
  className: classes.reason,
  cell: ({ reason }) => reason,
};

export const SUBMITTED: RequestColumn = {
  label: "Submitted",
  kind: "time",
  cell: ({ createdAt, requestedBy }) => (
    <>
      <RelativeTime at={createdAt} />
      <Person name={requestedBy} />
    </>
  ),
};
