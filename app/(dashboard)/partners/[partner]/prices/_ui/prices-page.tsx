"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { useIsOperator } from "@/app/_trpc/use-me";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { Empty } from "@/app/_ui/feedback/empty";
import { IconTag } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { onDemand } from "@/app/_ui/load/on-demand";
import { ExportButton } from "@/app/_ui/table/export-button";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import { parseAsProductCode } from "@/app/_ui/table/parsers";
import { columnsOf } from "./columns";
import { PRICES_QUERY } from "./query";

const HistoryDrawer = onDemand({
  load: async () => (await import("./history-drawer")).HistoryDrawer,
  isOpen: ({ price }) => price !== null,
});

export function PricesPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const access = useAccess("price.set");
  const isOperator = useIsOperator();
  const { data: shares } = useQuery(trpc.terms.current.queryOptions({ partner }));
  const list = useInfiniteQuery(
    trpc.prices.list.infiniteQueryOptions({ partner, ...PRICES_QUERY }, NEXT_PAGE),
  );
  const [product, setProduct] = useQueryState("history", parseAsProductCode);
  const rows = rowsOf(list.data);

  return (
    <>
      <PageHeader
        title="Prices"
        description="The retail price of each product. Prices can't go below the platform minimum."
        actions={rows.length > 0 && <ExportButton of="prices" />}
      />
      <PagedTable
        label="Prices"
        list={list}
        columns={columnsOf({
          access,
          shares,
          onHistory: (price) => void setProduct(price.product),
        })}
        keyOf={({ product: code }) => code}
        empty={
          <Empty
            icon={<IconTag size={28} stroke={1.5} aria-hidden />}
            title="No products yet"
            description={
              isOperator
                ? "All partners can sell the products that you add."
                : "Products appear here once the platform adds them."
            }
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
