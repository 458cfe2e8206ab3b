"use client";

import type { Product } from "@/app/_trpc/types";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Money } from "@/app/_ui/format/money";
import { RowHead } from "@/app/_ui/table/cells";
import { RowMenu } from "@/app/_ui/table/row-menu";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";

const COLUMNS: readonly Column<Product>[] = [
  {
    label: "Product",
    cell: ({ name, code }) => (
      <RowHead note={<code className={table.code}>{code}</code>}>{name}</RowHead>
    ),
  },
  { label: "Currency", narrow: "hidden", cell: ({ currency }) => currency },
  {
    label: "Minimum price",
    kind: "amount",
    cell: ({ floor, currency }) => <Money amount={floor} currency={currency} />,
  },
  {
    label: "Default price",
    kind: "amount",
    cell: ({ defaultRetail, currency }) => <Money amount={defaultRetail} currency={currency} />,
  },
  {
    label: "Partners with their own price",
    kind: "amount",
    cell: ({ ownPrices }) => <Count value={ownPrices} />,
  },
  {
    label: "Last updated",
    narrow: "labeled",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

/** The columns of the products' list. */
export function columnsOf({ onEdit }: { onEdit: (product: Product) => void }): Column<Product>[] {
  return [
    ...COLUMNS,
    {
      label: "Actions",
      kind: "actions",
      cell: (product) => (
        <RowMenu
          of={product.name}
          actions={[{ label: "Edit product", onClick: () => onEdit(product) }]}
        />
      ),
    },
  ];
}
