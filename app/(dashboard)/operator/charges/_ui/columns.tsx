import type { PartnersCharge } from "@/app/_trpc/types";
import { PageLink } from "@/app/_ui/layout/page-link";
import { partnerPath } from "@/app/_ui/layout/pages";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Columns } from "@/app/_ui/table/table-types";
import classes from "@/app/(dashboard)/partners/[partner]/charges/_ui/charges.module.css";
import {
  AMOUNT,
  DATE,
  payerOf,
  typeOf,
} from "@/app/(dashboard)/partners/[partner]/charges/_ui/columns";

/** The columns of the list; the row header opens the charge on its partner's page. */
export const CHARGE_COLUMNS: Columns<PartnersCharge> = [
  {
    label: "Product",
    cell: ({ id, productName, partner }) => (
      <RowHead note={partner.name}>
        <PageLink
          href={partnerPath(partner.code, `/charges?charge=${id}`)}
          className={table.rowLink}
        >
          {productName}
        </PageLink>
      </RowHead>
    ),
  },
  { label: "Type", cell: typeOf },
  {
    label: "Customer",
    kind: "text",
    // A former customer is another partner's now.
    cell: (charge) =>
      charge.customer.isFormer ? (
        payerOf(charge)
      ) : (
        <PageLink
          href={partnerPath(charge.partner.code, `/customers/${charge.accountId}`)}
          className={classes.lead}
        >
          {payerOf(charge)}
        </PageLink>
      ),
  },
  {
    label: "External ID",
    narrow: "hidden",
    cell: ({ externalId }) => <CopyId id={externalId} what="external ID" />,
  },
  DATE,
  AMOUNT,
];
