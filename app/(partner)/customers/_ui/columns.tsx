"use client";

import Link from "next/link";
import type { Customer } from "@/app/_trpc/types";
import { CodeOrNone } from "@/app/_ui/code-or-none";
import type { Column } from "@/app/_ui/data-table";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";

/** What is known of a customer beside the name. */
export const CUSTOMER_FACTS: readonly Column<Customer>[] = [
  {
    ...{ label: "External id", className: table.wrap },
    cell: ({ externalId }) => <CodeOrNone of={externalId} none="None" />,
  },
  { label: "Status", cell: ({ status }) => <CustomerStatus status={status} /> },
  { label: "Created", kind: "time", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** The customers, each row leading to its page. */
export const COLUMNS: readonly Column<Customer>[] = [
  {
    label: "Customer",
    cell: ({ id, name, email }) => (
      <>
        <Link href={`/customers/${id}`} className={table.rowLink}>
          {name ?? email}
        </Link>
        {name !== null && <span className={table.note}>{email}</span>}
      </>
    ),
  },
  ...CUSTOMER_FACTS,
];

/** Whether a customer still buys. */
export function CustomerStatus({ status }: Pick<Customer, "status">) {
  return status === "active" ? (
    <Status tone="good" label="Active" />
  ) : (
    <Status tone="idle" label="Closed" />
  );
}
