import type { WebhookEndpoint } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import table from "@/app/_ui/table/table.module.css";

export const DISABLED_REASONS = {
  manual: "disabled by a member of your team",
  gone: "it returned 410 Gone",
  failing: "no delivery succeeded for 5 days",
} as const;

const SHORT_REASONS = {
  manual: "by a user",
  gone: "returned 410",
  failing: "kept failing",
} as const;

/** Whether an endpoint receives events, and since when or why not. */
export function EndpointStatus({ of: endpoint }: { of: WebhookEndpoint }) {
  const { status, disabledReason, failingSince } = endpoint;
  if (status === "disabled") {
    return (
      <>
        <Status tone="idle" label="Disabled" />
        {disabledReason && <span className={table.note}>{SHORT_REASONS[disabledReason]}</span>}
      </>
    );
  }
  if (failingSince === null) return <Status tone="good" label="Enabled" />;
  return (
    <>
      <Status tone="bad" label="Failing" />
      <span className={table.note}>
        since <RelativeTime at={failingSince} />
      </span>
    </>
  );
}
