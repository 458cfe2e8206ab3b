import type { Delivery } from "@/app/_trpc/types";
import { Status, type Tone } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { useNow } from "@/app/_ui/format/use-now";
import table from "@/app/_ui/table/table.module.css";

const TITLES: Record<Delivery["status"], string> = {
  pending: "Pending",
  delivered: "Delivered",
  failed: "Failed",
};

type Outcome = Pick<Delivery, "status" | "attempts">;

/** The status in a word or two. A pending delivery whose attempts failed is being retried. */
export function deliveryTitle({ status, attempts }: Outcome): string {
  return status === "pending" && attempts > 0 ? "Retrying" : TITLES[status];
}

function toneOf({ status, attempts }: Outcome): Tone {
  if (status === "delivered") return "good";
  if (status === "failed") return "bad";
  return attempts > 0 ? "warn" : "idle";
}

export function DeliveryStatus({ of: delivery }: { of: Delivery }) {
  const { nextAttemptAt, attempts } = delivery;
  return (
    <>
      <Status tone={toneOf(delivery)} label={deliveryTitle(delivery)} />
      {nextAttemptAt && attempts > 0 && (
        <span className={table.note}>
          <NextAttempt at={nextAttemptAt} />
        </span>
      )}
    </>
  );
}

/** When the next attempt is: "in 3 min", or "now" if it is due. */
export function NextAttempt({ at }: { at: string }) {
  const isDue = Date.parse(at) <= useNow();
  return isDue ? "now" : <RelativeTime at={at} />;
}

export function responseOf({ attempts, lastStatus }: Pick<Delivery, "attempts" | "lastStatus">) {
  if (attempts === 0) return null;
  return lastStatus === null ? "No response" : `${lastStatus}`;
}
