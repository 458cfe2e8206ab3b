import type { ReactNode } from "react";
import type { LimitRequest } from "@/app/_trpc/types";
import { peaksText, perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Share } from "@/app/_ui/format/money";
import { Person } from "@/app/_ui/table/cells";
import { limitText } from "@/server/core/keys/limits";
import classes from "./limit-request-details.module.css";
import { SevenDays } from "./seven-days";

/** A limit request with the full text of both sides. */
export function LimitRequestDetails({ of: request }: { of: LimitRequest }) {
  return (
    <dl className={classes.details}>
      <Detail name="Decision">
        {request.decidedAt ? (
          <>
            {outcomeOf(request)} (<RelativeTime at={request.decidedAt} />)
          </>
        ) : (
          "Pending review"
        )}
      </Detail>
      <Detail name="Requested limit">
        {limitText(request.wantedPerMinute)} (current limit: {limitText(request.currentPerMinute)})
      </Detail>
      <Detail name="Reason">{request.reason}</Detail>
      <Detail name="Usage in the 7 days before the request">
        {request.peakPerMinute === 0 ? (
          "Not used"
        ) : (
          <>
            {peaksText(request)}, <Share value={request.refusedShare} /> rate limited
            <SevenDays
              partner={request.partner.code}
              keyId={request.key.id}
              limit={request.currentPerMinute}
              until={request.createdAt}
            />
          </>
        )}
      </Detail>
      <Detail name="Requested">
        <RelativeTime at={request.createdAt} />
        <Person name={request.requestedBy} />
      </Detail>
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The status of a request on one line, without the burst, which the details show. */
export function outcomeOf(request: LimitRequest): string {
  const { status, grantedPerMinute, wantedPerMinute, answer } = request;
  if (status === "approved") return `Approved: ${perMinute(grantedPerMinute ?? wantedPerMinute)}`;
  if (status === "declined") return `Declined: ${answer ?? ""}`;
  return `Requested ${perMinute(wantedPerMinute)}`;
}
