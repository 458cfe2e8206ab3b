import type { Customer } from "@/app/_trpc/types";
import { RelativeTime } from "@/app/_ui/format/moment";
import { PartnerLink } from "@/app/_ui/layout/partner-link";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import { RowMenu } from "@/app/_ui/table/row-menu";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { type CustomerAccess, customerActions } from "./customer-actions";
import type { CustomerTask } from "./customer-dialogs";
import { customerName } from "./customer-name";
import { CustomerStatus } from "./customer-status";

/** A customer's properties besides the name and the email, in the list and on the customer's page. */
export const CUSTOMER_FACTS: readonly Column<Customer>[] = [
  { label: "Status", narrow: "end", cell: (customer) => <CustomerStatus of={customer} /> },
  {
    label: "External ID",
    kind: "text",
    // Beside an email there is no room; the customer's page has them.
    narrow: "hidden",
    cell: ({ externalId }) =>
      externalId === null ? "—" : <CopyId id={externalId} what="external ID" />,
  },
  { label: "Created", narrow: "hidden", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

type Props = { access: CustomerAccess; onTask: (task: CustomerTask) => void };

/** The columns of the customers' list; each row links to its customer. */
export const customerColumns = ({ access, onTask }: Props): readonly Column<Customer>[] => [
  {
    label: "Customer",
    cell: (customer) => (
      <RowHead note={customer.name !== null && customer.email}>
        <PartnerLink path={`/customers/${customer.id}`} className={table.rowLink}>
          {customerName(customer)}
        </PartnerLink>
      </RowHead>
    ),
  },
  ...CUSTOMER_FACTS,
  {
    label: "Actions",
    kind: "actions",
    cell: (customer) => (
      <RowMenu of={customerName(customer)} actions={customerActions(customer, access, onTask)} />
    ),
  },
];
