import { VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Price, PriceChange } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Money } from "@/app/_ui/format/money";
import { LoadMore } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import classes from "./history-drawer.module.css";

/** Every change of a price: old and new amount, actor and time. */
export function HistoryDrawer({ price, onClose }: { price: Price | null; onClose: () => void }) {
  return (
    <DetailDrawer subject={price} title={({ name }) => `${name} price history`} onClose={onClose}>
      {(shown) => <History of={shown} />}
    </DetailDrawer>
  );
}

function History({ of: { product, currency } }: { of: Price }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.prices.history.infiniteQueryOptions({ partner, product }, NEXT_PAGE),
  );
  const rows = rowsOf<PriceChange>(list.data);
  if (!list.data) return <QueryStatus of={list} what="the history" rows={4} />;
  return (
    <>
      <ol className={classes.history}>
        {rows.map(({ version, before, after, at, changedBy }) => (
          <li key={version}>
            <span>
              <Money amount={before} currency={currency} />
              <span aria-hidden> → </span>
              <span className={classes.to}>
                <VisuallyHidden>to </VisuallyHidden>
                <Money amount={after} currency={currency} />
              </span>
            </span>
            <span className={classes.when}>
              <RelativeTime at={at} /> by {changedBy}
            </span>
          </li>
        ))}
      </ol>
      <LoadMore of={list} shown={rows.length} />
    </>
  );
}
