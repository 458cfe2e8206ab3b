"use client";

import type { LimitRequest } from "@/app/_trpc/types";
import { perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Share } from "@/app/_ui/format/money";
import { KeyCode, LongText, Person, RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";

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
  kind: "text",
  cell: ({ key }) => (
    <>
      {key.label}
      <span className={table.note}>
        <KeyCode of={key} />
      </span>
    </>
  ),
};

/** The row header where all requests are of one partner. */
export const KEY_HEAD: RequestColumn = {
  label: "Key",
  cell: ({ key }) => <RowHead note={<KeyCode of={key} />}>{key.label}</RowHead>,
};

export const REQUESTED: RequestColumn = {
  label: "Requested",
  narrow: "end",
  cell: ({ wantedPerMinute, currentPerMinute, status }) => (
    <>
      <strong className={table.strong}>{perMinute(wantedPerMinute)}</strong>
      <span className={table.note}>
        {status === "open" ? "currently" : "was"} {perMinute(currentPerMinute)}
      </span>
    </>
  ),
};

/** The key's use in the seven days before the request. */
export const USAGE: RequestColumn = {
  label: "Usage (7 days)",
  narrow: "labeled",
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
  kind: "text",
  cell: ({ reason }) => <LongText>{reason}</LongText>,
};

export const SUBMITTED: RequestColumn = {
  label: "Submitted",
  narrow: "labeled",
  cell: ({ createdAt, requestedBy }) => (
    <>
      <RelativeTime at={createdAt} />
      <Person name={requestedBy} />
    </>
  ),
};
