import { useEffect } from "react";
import { warnOfLeaving } from "@/app/_ui/load/leave-warning";

/** Makes the browser ask before the page is closed or reloaded: what it shows would be lost. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const reason = {};
    warnOfLeaving(reason, true);
    return () => warnOfLeaving(reason, false);
  }, [isOn]);
}
