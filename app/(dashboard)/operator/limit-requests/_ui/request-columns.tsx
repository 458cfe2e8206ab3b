import { Button } from "@mantine/core";
import type { LimitRequest } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { peaksText, perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Share } from "@/app/_ui/format/money";
import { Concealed, KeyCode, maskedKey, Person, RowHead } from "@/app/_ui/table/cells";
import { LazyPopover } from "@/app/_ui/table/lazy-popover";
import table from "@/app/_ui/table/table.module.css";
import type { Column, Columns } from "@/app/_ui/table/table-types";
import { LimitRequestDetails } from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/limit-request-details";
import { limitText } from "@/server/core/keys/limits";
import type { Decision } from "./decide-dialog";
import classes from "./requests.module.css";

type RequestColumn = Column<LimitRequest>;

type Props = {
  onDecide: (decision: Decision) => void;
  /** False when all requests are pending ones of the same partner. */
  hasPartner: boolean;
};

/** The columns of a list of requests; pending ones can be decided. */
export function requestColumns({ onDecide, hasPartner }: Props): Columns<LimitRequest> {
  return [
    hasPartner && PARTNER,
    hasPartner ? KEY : KEY_HEAD,
    REQUESTED,
    USAGE,
    hasPartner && STATUS,
    REASON,
    SUBMITTED,
    {
      label: "Actions",
      kind: "actions",
      narrow: "below",
      cell: (request) => request.status === "open" && <Actions of={request} onDecide={onDecide} />,
    },
  ];
}

const PARTNER: RequestColumn = {
  label: "Partner",
  cell: ({ partner }) => (
    <>
      <RowHead note={<code className={table.code}>{partner.code}</code>}>{partner.name}</RowHead>
      <Concealed note={partner.mixedScripts} />
    </>
  ),
};

const KEY: RequestColumn = {
  label: "Key",
  kind: "text",
  cell: ({ key }) => (
    <>
      <span>{key.label}</span>
      <span className={`${table.note} ${classes.code}`}>
        <KeyCode of={key} />
      </span>
      <Concealed note={key.labelNote} />
    </>
  ),
};

/** The row header where all requests are of one partner. */
const KEY_HEAD: RequestColumn = {
  label: "Key",
  cell: ({ key }) => (
    <>
      <RowHead note={<KeyCode of={key} />}>{key.label}</RowHead>
      <Concealed note={key.labelNote} />
    </>
  ),
};

const REQUESTED: RequestColumn = {
  label: "Requested",
  kind: "text",
  // The burst of the requested limit is in its title and in the dialogs.
  cell: ({ wantedPerMinute, currentPerMinute, status }) => (
    <>
      <strong className={table.strong} title={limitText(wantedPerMinute)}>
        {perMinute(wantedPerMinute)}
      </strong>
      <span className={`${table.note} ${classes.whole}`}>
        {status === "open" ? "now" : "was"} {limitText(currentPerMinute)}
      </span>
    </>
  ),
};

/** The key's use in the seven days before the request. */
const USAGE: RequestColumn = {
  label: "Usage (7 days)",
  kind: "text",
  narrow: "hidden",
  cell: ({ peakPerMinute, peakTenSeconds, refusedShare }) =>
    peakPerMinute === 0 ? (
      <span className={table.none}>No requests</span>
    ) : (
      <>
        <span>{peaksText({ peakPerMinute, peakTenSeconds: null })}</span>
        <span className={`${table.note} ${classes.whole}`}>
          {peakTenSeconds !== null && `${peakTenSeconds.toLocaleString("en")} in 10 s, `}
          <Share value={refusedShare} /> rate limited
        </span>
      </>
    ),
};

const STATUS: RequestColumn = {
  label: "Status",
  kind: "text",
  narrow: "end",
  cell: ({ status, grantedPerMinute, decidedAt }) => (
    <>
      {status === "open" && <Status tone="warn" label="Pending" />}
      {status === "approved" && <Status tone="good" label="Approved" />}
      {status === "declined" && <Status tone="idle" label="Declined" />}
      {decidedAt && (
        <span className={`${table.note} ${classes.whole}`}>
          {grantedPerMinute !== null && `${limitText(grantedPerMinute)}, `}
          <RelativeTime at={decidedAt} />
        </span>
      )}
    </>
  ),
};

/** Both sides' text on two lines, and in full in a popover, which works by touch too. */
const REASON: RequestColumn = {
  label: "Reason",
  kind: "text",
  narrow: "below",
  cell: (request) => (
    <LazyPopover
      className={classes.texts}
      button={
        <>
          <span className={request.answer ? classes.line : classes.lines}>{request.reason}</span>
          {request.answer && <span className={classes.line}>Reply: {request.answer}</span>}
        </>
      }
    >
      <LimitRequestDetails of={request} />
    </LazyPopover>
  ),
};

const SUBMITTED: RequestColumn = {
  label: "Submitted",
  kind: "text",
  narrow: "labeled",
  cell: ({ createdAt, requestedBy }) => (
    <>
      <RelativeTime at={createdAt} />
      <Person name={requestedBy} />
    </>
  ),
};

type ActionsProps = { of: LimitRequest; onDecide: (decision: Decision) => void };

/** Both decisions are visible: they are what the list is for. */
function Actions({ of: request, onDecide }: ActionsProps) {
  const of = `${request.key.label} for ${request.partner.name} (${maskedKey(request.key)})`;
  return (
    <span className={classes.decisions}>
      <Button
        size="compact-xs"
        variant="light"
        aria-label={`Approve ${of}`}
        onClick={() => onDecide({ kind: "approve", request })}
      >
        Approve
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Decline ${of}`}
        onClick={() => onDecide({ kind: "decline", request })}
      >
        Decline
      </Button>
    </span>
  );
}
