import { Text } from "@mantine/core";
import type { ProductRevenue } from "@/app/_trpc/types";
import { Count, Money, Share } from "@/app/_ui/format/money";
import { PartnerLink } from "@/app/_ui/layout/partner-link";
import { RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import type { Column, Columns } from "@/app/_ui/table/table-types";
import charges from "../../charges/_ui/charges.module.css";
import { chargesHref } from "../../charges/_ui/filter";
import { RefundsLink } from "../../charges/_ui/refunds-link";
import { type ProductRow, productsIn } from "./compare";
import { Delta } from "./delta";
import classes from "./metrics.module.css";

type Days = { from: string; to: string };

type Props = {
  currency: string;
  /** The days of the period. */
  days: Days;
  now: readonly ProductRevenue[];
  /** Null when nothing is compared. */
  before: readonly ProductRevenue[] | null;
};

/** The revenue per product in one currency. */
export function ProductsTable({ currency, days, now, before }: Props) {
  const rows = productsIn(currency, now, before);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No charges in {currency}.
      </Text>
    );
  }
  return (
    <DataTable
      label="Revenue by product"
      rows={rows}
      keyOf={({ product }) => product.code}
      columns={columnsOf(days, before !== null)}
    />
  );
}

function columnsOf(days: Days, isCompared: boolean): Columns<ProductRow> {
  return [
    {
      label: "Product",
      cell: ({ product }) => (
        <RowHead note={<code className={table.code}>{product.code}</code>}>{product.name}</RowHead>
      ),
    },
    {
      label: "Charges",
      kind: "amount",
      cell: ({ charges: count, product: { code }, currency }) => (
        <PartnerLink
          path={chargesHref({ product: code, currency, type: "charge", days })}
          className={charges.lead}
        >
          <Count value={count} />
        </PartnerLink>
      ),
    },
    {
      label: "Gross revenue",
      kind: "amount",
      narrow: "end",
      cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
    },
    { label: "Share of total", kind: "amount", cell: ({ share }) => <ShareBar value={share} /> },
    isCompared && BEFORE,
    {
      label: "Refunded",
      kind: "amount",
      narrow: "hidden",
      cell: ({ refunded, refunds, product: { code }, currency }) => (
        <>
          <Money amount={refunded} currency={currency} />
          {refunds > 0 && (
            <span className={table.note}>
              <RefundsLink refunds={refunds} of={{ product: code, currency, days }} />
            </span>
          )}
        </>
      ),
    },
    {
      label: "Net revenue",
      kind: "amount",
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
  ];
}

const BEFORE: Column<ProductRow> = {
  label: "Previous period",
  kind: "amount",
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

function ShareBar({ value }: { value: number }) {
  return (
    <span className={classes.share}>
      <Share value={value} />
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${value * 100}%` }} />
      </span>
    </span>
  );
}
