import { UnstyledButton } from "@mantine/core";
import type { Charge } from "@/app/_trpc/types";
import { DateTime } from "@/app/_ui/format/moment";
import { Money } from "@/app/_ui/format/money";
import { PartnerLink } from "@/app/_ui/layout/partner-link";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column, Columns } from "@/app/_ui/table/table-types";
import classes from "./charges.module.css";

const TYPES = { charge: "Charge", refund: "Refund", refund_reversal: "Refund reversed" } as const;

/** The amount as it counts in sums: negative for a refund. */
export const signed = ({ type, amount }: Pick<Charge, "type" | "amount">) =>
  type === "refund" ? -amount : amount;

/** `Refund, late`. */
export const typeOf = ({ type, late }: Pick<Charge, "type" | "late">) =>
  late ? `${TYPES[type]}, late` : TYPES[type];

/** The customer's name, or its email if it has none. */
export const payerOf = ({ customer: { name, email, isAnonymized } }: Pick<Charge, "customer">) =>
  isAnonymized ? "Anonymized customer" : (name ?? email);

type Props = {
  onLook: (chargeId: string) => void;
  /** False when all charges have the same customer. */
  hasCustomers?: boolean;
};

/** The columns of a list of charges; the row header opens the details. */
export function chargeColumns({ onLook, hasCustomers = true }: Props): Columns<Charge> {
  return [
    {
      label: "Product",
      cell: ({ id, productName }) => (
        <RowHead>
          <UnstyledButton className={table.rowLink} onClick={() => onLook(id)}>
            {productName}
          </UnstyledButton>
        </RowHead>
      ),
    },
    { label: "Type", cell: typeOf },
    hasCustomers && {
      label: "Customer",
      kind: "text",
      cell: (charge) =>
        charge.customer.isFormer ? (
          payerOf(charge)
        ) : (
          <PartnerLink path={`/customers/${charge.accountId}`} className={classes.lead}>
            {payerOf(charge)}
          </PartnerLink>
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
}

export const DATE: Column<Charge> = {
  label: "Date",
  cell: ({ occurredAt }) => <DateTime at={occurredAt} />,
};

export const AMOUNT: Column<Charge> = {
  label: "Amount",
  kind: "amount",
  narrow: "end",
  cell: (charge) => <Money amount={signed(charge)} currency={charge.currency} />,
};

/** The columns of one charge's refunds and reversals. */
export const refundColumns = (onLook: Props["onLook"]): Columns<Charge> => [
  {
    label: "Type",
    cell: (charge) => (
      <RowHead>
        <UnstyledButton className={table.rowLink} onClick={() => onLook(charge.id)}>
          {typeOf(charge)}
        </UnstyledButton>
      </RowHead>
    ),
  },
  DATE,
  AMOUNT,
];
