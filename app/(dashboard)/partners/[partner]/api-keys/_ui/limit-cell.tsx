"use client";

import { Popover, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiKey, LimitRequest } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { WriteButton } from "@/app/_ui/form/write-button";
import { perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Share } from "@/app/_ui/format/money";
import { useNow } from "@/app/_ui/format/use-now";
import { Person } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Access } from "@/server/core/access";
import { isLive } from "./arrange";
import classes from "./limit-cell.module.css";
import { isCurrent } from "./limit-requests";

type Props = {
  of: ApiKey;
  /** The newest request for this key. */
  request: LimitRequest | undefined;
  /** A new key has replaced this one. */
  isReplaced?: boolean;
  onAsk: () => void;
};

/** A key's limit, the status of a request for a higher one, and the button to request one. */
export function LimitCell({ of: key, request, isReplaced = false, onAsk }: Props) {
  const { verb, access } = useLimitAction(key);
  const now = useNow();
  const shown = request && isCurrent(request, now) ? request : undefined;
  return (
    <>
      <span className={table.number}>{perMinute(key.perMinute)}</span>
      {key.hasOwnLimit && shown?.status !== "approved" && (
        <span className={table.note}>Custom limit</span>
      )}
      {shown && <Outcome of={shown} />}
      {(shown?.status !== "open" || verb === "Set limit") && !isReplaced && (
        <WriteButton
          access={access}
          size="compact-xs"
          variant="transparent"
          className={classes.ask}
          aria-label={`${verb} for ${key.label}`}
          onClick={onAsk}
        >
          {verb}
        </WriteButton>
      )}
    </>
  );
}

/** Operators set a limit themselves; a partner's members request a higher one. */
function useLimitAction(key: ApiKey): { verb: "Set limit" | "Request increase"; access: Access } {
  const set = useAccess("key.limit_set");
  const request = useAccess("limit_request.opened");
  if (set !== "hidden") return { verb: "Set limit", access: isLive(key) ? set : "hidden" };
  return { verb: "Request increase", access: key.state === "active" ? request : "hidden" };
}

/**
 * The status of a request, truncated after three lines, with a popover that shows both sides' full
 * text.
 */
function Outcome({ of: request }: { of: LimitRequest }) {
  return (
    <Popover width={320} shadow="md" position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.outcome}>{outcomeOf(request)}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown tabIndex={0} className={classes.dropdown}>
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
            {perMinute(request.wantedPerMinute)} (current limit:{" "}
            {perMinute(request.currentPerMinute)})
          </Detail>
          <Detail name="Reason">{request.reason}</Detail>
          <Detail name="Usage in the 7 days before the request">
            {request.peakPerMinute === 0 ? (
              "Not used"
            ) : (
              <>
                {perMinute(request.peakPerMinute)} peak, <Share value={request.refusedShare} /> rate
                limited
              </>
            )}
          </Detail>
          <Detail name="Requested">
            <RelativeTime at={request.createdAt} />
            <Person name={request.requestedBy} />
          </Detail>
        </dl>
      </Popover.Dropdown>
    </Popover>
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

function outcomeOf(request: LimitRequest): string {
  const { status, grantedPerMinute, wantedPerMinute, answer } = request;
  if (status === "approved") return `Approved: ${perMinute(grantedPerMinute ?? wantedPerMinute)}`;
  if (status === "declined") return `Declined: ${answer ?? ""}`;
  return `Requested ${perMinute(wantedPerMinute)}`;
}
