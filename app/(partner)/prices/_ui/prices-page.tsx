"use client";

import { IconTag } from "@tabler/icons-react";
import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Price } from "@/app/_trpc/types";
import { DataTable } from "@/app/_ui/data-table";
import { Empty } from "@/app/_ui/empty";
import { ErrorState } from "@/app/_ui/error-state";
import { ExportButton } from "@/app/_ui/export-button";
import { LoadMore } from "@/app/_ui/load-more";
import { LoadingRows } from "@/app/_ui/loading-rows";
import { PageHeader } from "@/app/_ui/page-header";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/paging";
import { columnsOf } from "./columns";
import { HistoryDrawer } from "./history-drawer";
import { PRICES_QUERY } from "./query";

export function PricesPage() {
  const trpc = useTRPC();
  const { data: me } = useSuspenseQuery(trpc.session.whoAmI.queryOptions());
  const list = useInfiniteQuery(
    trpc.prices.list.infiniteQueryOptions(PRICES_QUERY, { ...NEXT_PAGE }),
  );
  const [product, setProduct] = useQueryState("history", parseAsString);
  const rows = rowsOf<Price>(list.data);
  const isSuspended = me.partner?.status === "suspended";
  const editing = me.may.setPrices ? (isSuspended ? "closed" : "open") : "hidden";

  return (
    <>
      <PageHeader
        title="Prices"
        description="What you ask for each product. Nothing sells below its floor, which the platform sets."
        actions={rows.length > 0 && <ExportButton of="prices" />}
      />
      {list.isPending && <LoadingRows what="the prices" />}
      {list.isError && !list.data && (
        <ErrorState
          title="The prices could not be read"
          failure={failureOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && rows.length === 0 && (
        <Empty
          icon={<IconTag size={28} stroke={1.5} aria-hidden />}
          title="No products yet"
          description="Once the platform's operators offer products, you set here what you ask for them."
        />
      )}
      {rows.length > 0 && (
        <DataTable
          label="Prices"
          rows={rows}
          columns={columnsOf({ editing, onHistory: (price) => void setProduct(price.product) })}
          keyOf={(price) => price.product}
          footer={
            list.hasNextPage && (
              <LoadMore
                shown={rows.length}
                hasMore
                isLoading={list.isFetchingNextPage}
                onMore={() => void list.fetchNextPage()}
              />
            )
          }
        />
      )}
      <HistoryDrawer
        product={product}
        price={rows.find((price) => price.product === product)}
        onClose={() => void setProduct(null)}
      />
    </>
  );
}
