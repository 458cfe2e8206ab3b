"use client";

import { Text } from "@mantine/core";
import type { ProductRevenue } from "@/app/_trpc/types";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { useFormats } from "@/app/_ui/locale";
import { Count, Money } from "@/app/_ui/money";
import table from "@/app/_ui/table.module.css";
import { type ProductRow, productsIn } from "./compare";
import { Delta } from "./delta";
import classes from "./metrics.module.css";

type Props = {
  currency: string;
  now: readonly ProductRevenue[];
  /** Null where nothing is compared. */
  before: readonly ProductRevenue[] | null;
};

/** What each product brought in one currency. */
export function ProductsTable({ currency, now, before }: Props) {
  const rows = productsIn(currency, now, before);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No product was charged in {currency}.
      </Text>
    );
  }
  return (
    <DataTable
      label="By product"
      rows={rows}
      keyOf={({ product }) => product.code}
      columns={[...COLUMNS, before !== null && BEFORE]}
    />
  );
}

const COLUMNS: readonly Column<ProductRow>[] = [
  {
    label: "Product",
    cell: ({ product }) => (
      <>
        <span className={table.label}>{product.name}</span>
        <span className={table.note}>
          <code className={table.code}>{product.code}</code>
        </span>
      </>
    ),
  },
  { label: "Charges", kind: "amount", cell: ({ charges }) => <Count value={charges} /> },
  {
    ...{ label: "Gross", kind: "amount" },
    cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
  },
  { label: "Of all", kind: "amount", cell: ({ share }) => <Share value={share} /> },
];

const BEFORE: Column<ProductRow> = {
  ...{ label: "The period before", kind: "amount" },
  cell: ({ gross, before, currency }) =>
    before !== null && (
      <>
        <Money amount={before} currency={currency} />
        <span className={table.note}>
          <Delta now={gross} before={before} />
        </span>
      </>
    ),
};

function Share({ value }: { value: number }) {
  const { share } = useFormats();
  return (
    <span className={classes.share}>
      <span suppressHydrationWarning>{share(value)}</span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${value * 100}%` }} />
      </span>
    </span>
  );
}
