"use client";

import type { Charge } from "@/app/_trpc/types";
import { DateTime } from "@/app/_ui/format/moment";
import { Money } from "@/app/_ui/format/money";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import type { Column } from "@/app/_ui/table/table-types";

const TYPES = { charge: "Charge", refund: "Refund", refund_reversal: "Refund reversed" } as const;

/** The amount as it counts in sums: negative for a refund. */
export const signed = ({ type, amount }: Charge) => (type === "refund" ? -amount : amount);

/** `Refund, late`. */
export const typeOf = ({ type, late }: Charge) => (late ? `${TYPES[type]}, late` : TYPES[type]);

/** Of one customer's charges. */
export const CHARGE_COLUMNS: readonly Column<Charge>[] = [
  {
    label: "Product",
    cell: ({ product, productName }) => <RowHead note={product}>{productName}</RowHead>,
  },
  { label: "Type", cell: typeOf },
  {
    label: "ID",
    narrow: "hidden",
    cell: ({ externalId }) => <CopyId id={externalId} what="charge ID" />,
  },
  { label: "Date", cell: ({ occurredAt }) => <DateTime at={occurredAt} /> },
  {
    label: "Amount",
    kind: "amount",
    narrow: "end",
    cell: (charge) => <Money amount={signed(charge)} currency={charge.currency} />,
  },
];
