import type { Product } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
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
  {
    label: "Status",
    narrow: "end",
    cell: ({ archivedAt }) =>
      archivedAt === null ? (
        <Status tone="good" label="Active" />
      ) : (
        <Status tone="idle" label="Archived" />
      ),
  },
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
    label: "Own prices",
    kind: "amount",
    cell: ({ ownPrices }) => <Count value={ownPrices} />,
  },
  {
    label: "Last updated",
    narrow: "labeled",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

type Handlers = {
  onEdit: (product: Product) => void;
  /** Archives it, or makes it available again. */
  onArchive: (product: Product) => void;
};

/** The columns of the products' list. */
export function columnsOf({ onEdit, onArchive }: Handlers): Column<Product>[] {
  return [
    ...COLUMNS,
    {
      label: "Actions",
      kind: "actions",
      cell: (product) => (
        <RowMenu
          of={product.name}
          actions={
            product.archivedAt === null
              ? [
                  { label: "Edit product", onClick: () => onEdit(product) },
                  {
                    label: "Archive product",
                    isDanger: true,
                    onClick: () => onArchive(product),
                  },
                ]
              : [{ label: "Unarchive product", onClick: () => onArchive(product) }]
          }
        />
      ),
    },
  ];
}
