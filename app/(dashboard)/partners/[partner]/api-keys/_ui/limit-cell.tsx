import type { ReactNode } from "react";
import type { LimitRequest, ListedKey } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { peaksText, perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Share } from "@/app/_ui/format/money";
import { useNow } from "@/app/_ui/format/use-now";
import { Person } from "@/app/_ui/table/cells";
import { LazyPopover } from "@/app/_ui/table/lazy-popover";
import table from "@/app/_ui/table/table.module.css";
import { limitText } from "@/server/core/keys/limits";
import type { Access } from "@/server/core/registry";
import classes from "./limit-cell.module.css";
import { isCurrent, isLive } from "./live";
import { SevenDays } from "./seven-days";

/** A key's limit, and its newest request for a higher one if that is open or was just decided. */
export function LimitCell({ of: key }: { of: ListedKey }) {
  const now = useNow();
  const { limitRequest: request } = key;
  return (
    <>
      {limitText(key.perMinute)}
      {request && isCurrent(request, now) ? (
        <Outcome of={request} />
      ) : (
        key.hasOwnLimit && <span className={table.note}>Custom limit</span>
      )}
    </>
  );
}

type LimitAction = { verb: "Set limit" | "Request increase"; access: Access };

/** Operators set a limit themselves; a partner's members request a higher one, one at a time. */
export function useLimitAction(key: ListedKey): LimitAction {
  const set = useAccess("key.limit_set");
  const ask = useAccess("limit_request.opened");
  if (set !== "hidden") return { verb: "Set limit", access: isLive(key) ? set : "hidden" };
  const mayAsk = key.state === "active" && key.limitRequest?.status !== "open";
  return { verb: "Request increase", access: mayAsk ? ask : "hidden" };
}

/** The status of a request on one line, with a popover that shows both sides' full text. */
function Outcome({ of: request }: { of: LimitRequest }) {
  return (
    <LazyPopover className={classes.outcome} button={outcomeOf(request)}>
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
          {limitText(request.wantedPerMinute)} (current limit: {limitText(request.currentPerMinute)}
          )
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
    </LazyPopover>
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

// On one line, without the burst, which the popover shows.
function outcomeOf(request: LimitRequest): string {
  const { status, grantedPerMinute, wantedPerMinute, answer } = request;
  if (status === "approved") return `Approved: ${perMinute(grantedPerMinute ?? wantedPerMinute)}`;
  if (status === "declined") return `Declined: ${answer ?? ""}`;
  return `Requested ${perMinute(wantedPerMinute)}`;
}
