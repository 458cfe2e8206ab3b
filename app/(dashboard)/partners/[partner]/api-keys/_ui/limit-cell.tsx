import type { LimitRequest, ListedKey } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { useNow } from "@/app/_ui/format/use-now";
import { LazyPopover } from "@/app/_ui/table/lazy-popover";
import table from "@/app/_ui/table/table.module.css";
import { limitText } from "@/server/core/keys/limits";
import type { Access } from "@/server/core/registry";
import classes from "./limit-cell.module.css";
import { LimitRequestDetails, outcomeOf } from "./limit-request-details";
import { isCurrent, isLive } from "./live";

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
      <LimitRequestDetails of={request} />
    </LazyPopover>
  );
}
