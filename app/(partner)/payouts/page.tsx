import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, payoutsQuery } from "./_ui/filter";
import { PayoutsPage } from "./_ui/payouts-page";

export const metadata: Metadata = { title: "Payouts" };

type Props = { searchParams: Promise<SearchParams> };

export default async function Page({ searchParams }: Props) {
  await requireAudience("partner");
  const query = payoutsQuery(await loadFilter(searchParams));
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchInfiniteQuery(trpcOnServer.payouts.list.infiniteQueryOptions(query, NEXT_PAGE)),
    client.prefetchQuery(trpcOnServer.payouts.sums.queryOptions()),
  ]);
  return (
    <Hydrated>
      <PayoutsPage />
    </Hydrated>
  );
}
