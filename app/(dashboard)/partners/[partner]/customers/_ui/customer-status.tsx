import type { Customer } from "@/app/_trpc/types";
import { Status, type Tone } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import table from "@/app/_ui/table/table.module.css";

const SHOWN: Record<Customer["status"], { tone: Tone; label: string }> = {
  active: { tone: "good", label: "Active" },
  suspended: { tone: "warn", label: "Suspended" },
  closed: { tone: "idle", label: "Closed" },
  anonymized: { tone: "idle", label: "Anonymized" },
};

/** A customer's status, and since when, if it is not active. */
export function CustomerStatus({ of: customer }: { of: Customer }) {
  const since = customer.anonymizedAt ?? customer.closedAt ?? customer.suspendedAt;
  return (
    <>
      <Status {...SHOWN[customer.status]} />
      {since && (
        <span className={table.note}>
          <RelativeTime at={since} />
        </span>
      )}
    </>
  );
}
