"use client";

import { IconTag } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Price } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { columnsOf } from "@/app/(partner)/prices/_ui/columns";
import { HistoryDrawer } from "@/app/(partner)/prices/_ui/history-drawer";
import { PRICES_QUERY } from "@/app/(partner)/prices/_ui/query";

/** The partner's price list, to be looked at. */
export function PricesSection({ revsharePct }: { revsharePct: number }) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(trpc.prices.list.infiniteQueryOptions(PRICES_QUERY, NEXT_PAGE));
  const [looked, setLooked] = useState<Price | null>(null);
  return (
    <>
      <PagedTable
        label="Prices"
        list={list}
        columns={columnsOf({ editing: "hidden", revsharePct, onHistory: setLooked })}
        keyOf={({ product }) => product}
        empty={
          <Empty
            icon={<IconTag size={28} stroke={1.5} aria-hidden />}
            title="No products yet"
            description="They come by the command line: latchkey import products."
          />
        }
      />
      <HistoryDrawer price={looked} onClose={() => setLooked(null)} />
    </>
  );
}
