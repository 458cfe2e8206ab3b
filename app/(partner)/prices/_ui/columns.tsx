"use client";

import type { Price } from "@/app/_trpc/types";
import type { Column } from "@/app/_ui/data-table";
import { Money, Share } from "@/app/_ui/money";
import { RelativeTime } from "@/app/_ui/relative-time";
import { RowButton } from "@/app/_ui/row-button";
import { RowHead } from "@/app/_ui/row-head";
import table from "@/app/_ui/table.module.css";
import { type Editing, PriceCell } from "./price-cell";

type Props = { editing: Editing; onHistory: (price: Price) => void };

export function columnsOf({ editing, onHistory }: Props): Column<Price>[] {
  return [
    {
      label: "Product",
      cell: ({ name, product }) => (
        <RowHead note={<code className={table.code}>{product}</code>}>{name}</RowHead>
      ),
    },
    {
      ...{ label: "Floor", kind: "amount" },
      cell: ({ floor, currency }) => <Money amount={floor} currency={currency} />,
    },
    {
      ...{ label: "Retail price", kind: "amount", isWide: true },
      cell: (price) => <PriceCell price={price} editing={editing} />,
    },
    { label: "Margin", kind: "amount", cell: (price) => <Margin of={price} /> },
    {
      ...{ label: "Last change", kind: "time" },
      cell: ({ isDefault, updatedAt }) =>
        isDefault ? <span className={table.none}>Never set</span> : <RelativeTime at={updatedAt} />,
    },
    {
      ...{ label: "Actions", kind: "actions" },
      cell: (price) =>
        price.version > 0 && (
          <RowButton verb="History" of={`of ${price.name}`} onClick={() => onHistory(price)} />
        ),
    },
  ];
}

/** What stays above the floor, and what share of the price that is. */
function Margin({ of: { amount, floor, currency } }: { of: Price }) {
  const margin = amount - floor;
  return (
    <>
      <Money amount={margin} currency={currency} />
      {amount > 0 && (
        <span className={table.note}>
          <Share value={margin / amount} />
        </span>
      )}
    </>
  );
}
