import type { CurrentShares, Price } from "@/app/_trpc/types";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Money, Percentage } from "@/app/_ui/format/money";
import { RowHead } from "@/app/_ui/table/cells";
import { NoValue } from "@/app/_ui/table/no-value";
import { RowMenu } from "@/app/_ui/table/row-menu";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import type { Access } from "@/server/core/registry";
import { shareOf, toAmount } from "@/server/core/values/money";
import { PriceCell } from "./price-cell";

type Props = {
  access: Access;
  /** The partner's shares of this month; undefined while they load. */
  shares: CurrentShares | undefined;
  onHistory: (price: Price) => void;
};

const ARCHIVED =
  "Customers who were created before it was archived are billed as before. Others can't be charged for it, and its price can't be changed.";

export function columnsOf({ access, shares, onHistory }: Props): Column<Price>[] {
  return [
    {
      label: "Product",
      cell: ({ name, product, archivedAt }) => (
        <RowHead
          note={
            <>
              <code className={table.code}>{product}</code>
              {archivedAt !== null && <span title={ARCHIVED}> · Archived</span>}
            </>
          }
        >
          {name}
        </RowHead>
      ),
    },
    {
      label: "Minimum price",
      kind: "amount",
      cell: ({ floor, currency }) => <Money amount={floor} currency={currency} />,
    },
    {
      label: "Retail price",
      kind: "amount",
      narrow: "end",
      cell: (price) => <PriceCell price={price} access={access} />,
    },
    {
      label: "Earnings",
      kind: "amount",
      cell: (price) => shares && <Earnings of={price} percent={percentOf(shares, price)} />,
    },
    {
      label: "Last updated",
      narrow: "labeled",
      cell: ({ isDefault, updatedAt }) =>
        isDefault ? <NoValue /> : <RelativeTime at={updatedAt} />,
    },
    {
      label: "Actions",
      kind: "actions",
      cell: (price) =>
        price.version > 0 && (
          <RowMenu
            of={price.name}
            actions={[{ label: "Price history", onClick: () => onHistory(price) }]}
          />
        ),
    },
  ];
}

function percentOf({ own, products }: CurrentShares, { product }: Price): number {
  return products.find(({ code }) => code === product)?.percent ?? own;
}

/** The partner's share of one sale, calculated and rounded as payouts are. */
function Earnings({ of: { amount, currency }, percent }: { of: Price; percent: number }) {
  const share = shareOf(BigInt(amount), Math.round(percent * 100));
  return (
    <>
      <Money amount={toAmount(share)} currency={currency} />
      <span className={table.note}>
        <Percentage value={percent} /> revenue share
      </span>
    </>
  );
}
