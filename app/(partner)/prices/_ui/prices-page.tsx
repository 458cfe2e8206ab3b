"use client";

import { IconTag } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { useMe } from "@/app/_trpc/use-me";
import { Empty } from "@/app/_ui/empty";
import { ExportButton } from "@/app/_ui/export-button";
import { PageHeader } from "@/app/_ui/page-header";
import { PagedTable } from "@/app/_ui/paged-table";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/paging";
import { columnsOf } from "./columns";
import { HistoryDrawer } from "./history-drawer";
import { PRICES_QUERY } from "./query";

export function PricesPage() {
  const trpc = useTRPC();
  const me = useMe();
  const list = useInfiniteQuery(trpc.prices.list.infiniteQueryOptions(PRICES_QUERY, NEXT_PAGE));
  const [product, setProduct] = useQueryState("history", parseAsString);
  const rows = rowsOf(list.data);
  const isSuspended = me.partner?.status === "suspended";
  const editing = me.may.setPrices ? (isSuspended ? "closed" : "open") : "hidden";

  return (
    <>
      <PageHeader
        title="Prices"
        description="What you ask for each product. Nothing sells below its floor, which the platform sets."
        actions={rows.length > 0 && <ExportButton of="prices" />}
      />
      <PagedTable
        label="Prices"
        list={list}
        columns={columnsOf({ editing, onHistory: (price) => void setProduct(price.product) })}
        keyOf={({ product: code }) => code}
        empty={
          <Empty
            icon={<IconTag size={28} stroke={1.5} aria-hidden />}
            title="No products yet"
            description="Once the platform's operators offer products, you set here what you ask for them."
          />
        }
      />
      <HistoryDrawer
        price={rows.find((price) => price.product === product) ?? null}
        onClose={() => void setProduct(null)}
      />
    </>
  );
}
