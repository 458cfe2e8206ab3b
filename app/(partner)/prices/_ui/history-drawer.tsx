"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Price, PriceChange } from "@/app/_trpc/types";
import { DetailDrawer } from "@/app/_ui/detail-drawer";
import { ErrorState } from "@/app/_ui/error-state";
import { LoadMore } from "@/app/_ui/load-more";
import { LoadingRows } from "@/app/_ui/loading-rows";
import { Money } from "@/app/_ui/money";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/paging";
import { RelativeTime } from "@/app/_ui/relative-time";
import classes from "./history-drawer.module.css";

type Props = {
  /** The product's code, out of the address; null while closed. */
  product: string | null;
  price: Price | undefined;
  onClose: () => void;
};

/** Every change of a price: from what to what, by whom and when. */
export function HistoryDrawer({ product, price, onClose }: Props) {
  return (
    <DetailDrawer
      subject={product === null ? null : (price ?? null)}
      title={({ name }) => `History of ${name}`}
      onClose={onClose}
    >
      {(shown) => <History of={shown} />}
    </DetailDrawer>
  );
}

function History({ of: { product, currency } }: { of: Price }) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(trpc.prices.history.infiniteQueryOptions({ product }, NEXT_PAGE));
  const rows = rowsOf<PriceChange>(list.data);
  if (list.isPending) return <LoadingRows what="the history" rows={4} />;
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="The history could not be read"
        failure={failureOf(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  return (
    <>
      <ol className={classes.history}>
        {rows.map(({ version, before, after, at, changedBy }) => (
          <li key={version}>
            <span className={classes.change}>
              <Money amount={before} currency={currency} />
              <span aria-hidden> → </span>
              <span className={classes.to}>
                <span className={classes.hidden}>to </span>
                <Money amount={after} currency={currency} />
              </span>
            </span>
            <span className={classes.when}>
              <RelativeTime at={at} /> by {changedBy}
            </span>
          </li>
        ))}
      </ol>
      <LoadMore
        shown={rows.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}
