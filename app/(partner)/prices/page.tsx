import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { PricesPage } from "./_ui/prices-page";
import { PRICES_QUERY } from "./_ui/query";

export const metadata: Metadata = { title: "Prices" };

export default async function Page() {
  await requireAudience("partner");
  await serverQueryClient().prefetchInfiniteQuery(
    trpcOnServer.prices.list.infiniteQueryOptions(PRICES_QUERY, NEXT_PAGE),
  );
  return (
    <Hydrated>
      <PricesPage />
    </Hydrated>
  );
}
