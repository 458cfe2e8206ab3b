"use client";

import type { Customer } from "@/app/_trpc/types";
import { RelativeTime } from "@/app/_ui/format/moment";
import { PartnerLink } from "@/app/_ui/layout/partner-link";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";

/**
 * A customer's properties besides the name and the email, in the list and on the customer's page. The
 * status is omitted, because nothing can close a customer yet.
 */
export const CUSTOMER_FACTS: readonly Column<Customer>[] = [
  {
    label: "External ID",
    kind: "text",
    narrow: "labeled",
    cell: ({ externalId }) =>
      externalId === null ? "—" : <CopyId id={externalId} what="external ID" />,
  },
  { label: "Created", narrow: "labeled", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** The columns of the customers' list; each row links to its customer. */
export const COLUMNS: readonly Column<Customer>[] = [
  {
    label: "Customer",
    cell: ({ id, name, email }) => (
      <RowHead note={name !== null && email}>
        <PartnerLink path={`/customers/${id}`} className={table.rowLink}>
          {name ?? email}
        </PartnerLink>
      </RowHead>
    ),
  },
  ...CUSTOMER_FACTS,
];
