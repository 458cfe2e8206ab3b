"use client";

import type { LimitRequest } from "@/app/_trpc/types";
import { KeyCode } from "@/app/_ui/key-code";
import { percent, perMinute } from "@/app/_ui/rates";
import table from "@/app/_ui/table.module.css";
import classes from "./requests.module.css";

type Props = { of: LimitRequest };

/** The head of a row: whose request it is. */
export function PartnerCell({ of: { partner } }: Props) {
  return (
    <th scope="row">
      <span className={table.label}>{partner.name}</span>
      <span className={table.note}>
        <code className={table.code}>{partner.code}</code>
      </span>
    </th>
  );
}

export function KeyCell({ of: { key } }: Props) {
  return (
    <td data-label="Key" className={classes.key}>
      {key.label}
      <span className={table.note}>
        <KeyCode of={key} />
      </span>
    </td>
  );
}

export function WantedCell({ of: { wantedPerMinute, currentPerMinute, status } }: Props) {
  return (
    <td data-label="Wanted" className={table.number}>
      <strong className={classes.wanted}>{perMinute(wantedPerMinute)}</strong>
      <span className={table.note}>
        {status === "open" ? "has" : "had"} {perMinute(currentPerMinute)}
      </span>
    </td>
  );
}

/** What we know of the key's use in the seven days before it was asked. */
export function EvidenceCell({ of: { peakPerMinute, refusedShare } }: Props) {
  return (
    <td data-label="Seven days before" className={table.number}>
      {peakPerMinute === 0 ? (
        <span className={classes.unused}>No requests</span>
      ) : (
        <>
          peak {perMinute(peakPerMinute)}
          <span className={table.note}>{percent(refusedShare)} answered 429</span>
        </>
      )}
    </td>
  );
}

export function ReasonCell({ of: { reason } }: Props) {
  return (
    <td data-label="Reason" data-wide className={classes.reason}>
      {reason}
    </td>
  );
}
